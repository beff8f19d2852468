//! Forbidden Stars: the rules, and nothing else.

#![forbid(unsafe_code)]

pub mod cards;
pub mod components;

#[cfg(test)]
mod data_reads {
    #[test]
    fn every_faction_file_reads() {
        for file in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/data/factions")).expect("folder") {
            let path = file.expect("entry").path();
            let text = std::fs::read_to_string(&path).expect("readable");
            let faction: Result<crate::components::Faction, _> = ron::from_str(&text);
            if let Err(error) = faction {
                panic!("{}: {error}", path.display());
            }
        }
    }
}
