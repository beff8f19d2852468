//! The two histories of the schema. Equal numbers make equal tables, so that a backup fits either database.

pub(super) struct Migration {
    pub number: i64,
    pub sqlite: &'static str,
    pub postgres: &'static str,
}

macro_rules! migrations {
    ($($number:literal $file:literal)*) => {
        &[$(Migration {
            number: $number,
            sqlite: include_str!(concat!("../../migrations/sqlite/", $file)),
            postgres: include_str!(concat!("../../migrations/postgres/", $file)),
        }),*]
    };
}

/// In the order of their numbers. One that was released is never edited.
pub(super) const MIGRATIONS: &[Migration] = migrations! {
    1 "0001_first.sql"
    2 "0002_keys_are_unique.sql"
};

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that was forgotten here would never be run.
    #[test]
    fn every_migration_of_the_two_folders_is_listed() {
        for folder in ["sqlite", "postgres"] {
            let folder = format!("{}/migrations/{folder}", env!("CARGO_MANIFEST_DIR"));
            let files = std::fs::read_dir(folder).expect("the folder is in the repository");
            let mut numbers: Vec<i64> = files
                .map(|file| file.expect("the folder can be read").file_name().to_string_lossy()[..4].to_owned())
                .map(|number| number.parse().expect("a migration begins with its number"))
                .collect();
            numbers.sort_unstable();
            assert_eq!(numbers, MIGRATIONS.iter().map(|migration| migration.number).collect::<Vec<_>>());
        }
    }
}
