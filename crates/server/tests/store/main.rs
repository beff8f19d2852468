//! What every store keeps to. Each test runs on SQLite, and on PostgreSQL too when `ORRERY_TEST_POSTGRES` holds the
//! address of a server (`.ci/services start` starts one and says which).

mod accounts;
mod backup;
mod full_disk;
mod journal;
mod killed;
mod latency;
mod lists;
mod matches;
mod notices;
mod opening;
mod place;
mod postgres_gone;
mod unicode;

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
        matches:
            a_match_is_found_as_it_was_created
            an_unknown_match_is_not_found
            an_id_is_used_once
            a_deleted_match_leaves_nothing_behind
            the_newest_two_snapshots_are_kept
            a_key_opens_its_match
            a_match_without_its_keys_is_not_created
            a_seat_changes_hands_only_from_whoever_has_it
            lines_of_chat_are_numbered;
        journal:
            entries_come_back_in_order
            an_append_updates_the_match
            a_late_append_learns_where_the_match_is
            of_sixteen_who_race_each_gets_his_own_sequence
            of_sixteen_who_append_at_the_same_sequence_one_succeeds
            two_stores_share_one_database
            an_append_without_entries_only_updates;
        opening:
            stores_that_are_opened_together_make_one_database;
        killed:
            what_was_acknowledged_survives_a_kill;
        lists:
            the_lobby_shows_open_and_listed_matches_by_page
            the_lobby_forgets_tables_that_nobody_touches
            my_matches_come_with_my_seats
            matches_to_go_on_with_wait_for_a_bot_or_a_clock
            ten_thousand_matches_are_listed_fast;
        accounts:
            a_name_is_taken_in_upper_and_lower_case
            a_password_is_changed_by_one_who_knows_it
            a_login_ends_when_it_expires
            logging_out_ends_a_login
            an_api_key_opens_its_account_and_notes_its_use
            a_deleted_account_leaves_nothing_behind;
        notices:
            settings_are_kept_with_the_last_error
            a_notice_is_claimed_once
            a_lease_that_ran_out_is_claimed_again
            a_failure_is_tried_again_or_given_up
            nodes_that_claim_together_share_the_outbox;
        backup:
            a_backup_restores_into_an_equal_store_of_either_kind
            a_backup_while_others_append_is_one_moment
            a_backup_overwrites_nothing
            a_restore_refuses_a_store_that_is_not_empty
            a_restore_refuses_other_files;
        unicode:
            every_text_comes_back_as_it_was_written
            a_nul_is_refused_with_a_sentence;
    }
}
