//! What every store keeps to. Each test runs on SQLite, and on PostgreSQL too when `ORRERY_TEST_POSTGRES` holds the
//! address of a server (`.ci/services start` starts one and says which).

mod journal;
mod place;

/// Each function is given an empty place of either kind.
macro_rules! on_both {
    ($($module:ident: $($name:ident)*;)*) => { $(
        mod $module {
            mod on_sqlite { $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $name() {
                    crate::$module::$name(crate::place::Place::sqlite()).await;
                }
            )* }

            mod on_postgres { $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $name() {
                    if let Some(place) = crate::place::Place::postgres().await {
                        crate::$module::$name(place).await;
                    }
                }
            )* }
        }
    )* };
}

mod every_store {
    on_both! {
        journal:
            entries_come_back_in_order
            an_append_updates_the_match
            a_late_append_learns_where_the_match_is
            of_sixteen_who_race_each_gets_his_own_sequence
            of_sixteen_who_append_at_the_same_sequence_one_succeeds
            two_stores_share_one_database
            an_append_without_entries_only_updates;
    }
}
