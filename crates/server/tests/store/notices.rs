use std::collections::BTreeSet;

use server::store::*;
use tokio::task::JoinSet;

use crate::place::{Place, an_account};

pub async fn settings_are_kept_with_the_last_error(place: Place) {
    let store = place.open().await;
    let ann = an_account(&*store, "Ann").await;
    assert_eq!(store.notification_settings(&ann).await, Ok(None));

    store.set_notification_settings(&ann, "{}".into()).await.expect("the account is there");
    store.set_notification_error(&ann, Some("The address answered 404.".into()), 7).await.expect("it is noted");
    let failed = NotificationSettings {
        settings: "{}".into(),
        last_error: Some("The address answered 404.".into()),
        failed_at: Some(7),
    };
    assert_eq!(store.notification_settings(&ann).await, Ok(Some(failed)));

    let well = |settings: &str| NotificationSettings { settings: settings.into(), last_error: None, failed_at: None };
    store.set_notification_error(&ann, None, 8).await.expect("it is noted");
    assert_eq!(store.notification_settings(&ann).await, Ok(Some(well("{}"))));
    store.set_notification_settings(&ann, "[]".into()).await.expect("the account is there");
    assert_eq!(store.notification_settings(&ann).await, Ok(Some(well("[]"))));
}

pub async fn a_notice_is_claimed_once(place: Place) {
    let store = place.open().await;
    let ann = an_account(&*store, "Ann").await;
    let to_ann = Notice { to: Addressee::Account(ann), ..notice(10) };
    let to_all = notice(20);
    store.post(vec![to_all.clone(), to_ann.clone(), notice(200)]).await.expect("they are posted");

    let claimed = store.claim_notices(100, 150, 10).await.expect("they are claimed");
    assert_eq!(claimed, [Notice { tries: 1, ..to_ann.clone() }, Notice { tries: 1, ..to_all }]);
    assert_eq!(store.claim_notices(100, 150, 10).await, Ok(vec![]));

    let nobody = Notice { to: Addressee::Account(AccountId::random()), ..notice(1) };
    assert_eq!(store.post(vec![notice(1), nobody]).await, Err(StoreError::NotFound));
    assert_eq!(store.claim_notices(100, 150, 10).await, Ok(vec![]), "all are posted or none");
}

pub async fn a_lease_that_ran_out_is_claimed_again(place: Place) {
    let store = place.open().await;
    let posted = notice(10);
    store.post(vec![posted.clone()]).await.expect("it is posted");
    let claim = async |now, until| store.claim_notices(now, until, 10).await.expect("they are claimed");

    assert_eq!(claim(100, 150).await.len(), 1);
    assert_eq!(claim(149, 199).await, []);
    assert_eq!(claim(150, 200).await, [Notice { tries: 2, ..posted.clone() }]);

    store.delivered(&posted.id).await.expect("it is noted");
    assert_eq!(claim(1_000, 1_050).await, []);
}

pub async fn a_failure_is_tried_again_or_given_up(place: Place) {
    let store = place.open().await;
    let posted = notice(10);
    store.post(vec![posted.clone()]).await.expect("it is posted");
    let claim = async |now| store.claim_notices(now, now + 50, 10).await.expect("they are claimed");
    assert_eq!(claim(100).await.len(), 1);

    store.not_delivered(&posted.id, "No answer.\0".into(), Some(160)).await.expect("it is noted");
    assert_eq!(claim(159).await, []);
    let again = Notice { due: 160, tries: 2, last_error: Some("No answer. ".into()), ..posted.clone() };
    assert_eq!(claim(160).await, [again]);

    store.not_delivered(&posted.id, "No answer.".into(), None).await.expect("it is noted");
    assert_eq!(claim(10_000).await, []);
    store.forget_done_notices(10_000).await.expect("they are forgotten");
    // The id is free again, so the row is gone.
    assert_eq!(store.post(vec![posted]).await, Ok(()));
}

pub async fn nodes_that_claim_together_share_the_outbox(place: Place) {
    let stores = [place.open().await, place.open().await];
    stores[0].post((0..200).map(notice).collect()).await.expect("they are posted");

    let mut nodes = JoinSet::new();
    for node in 0..8 {
        let store = stores[node % 2].clone();
        nodes.spawn(async move {
            let mut mine = Vec::new();
            // A node that was beaten to all seven gets none, though there may be more.
            let mut in_vain = 0;
            while in_vain < 3 {
                let claimed = store.claim_notices(500, 10_000, 7).await.expect("they are claimed");
                in_vain = if claimed.is_empty() { in_vain + 1 } else { 0 };
                mine.extend(claimed.into_iter().map(|notice| notice.id));
            }
            mine
        });
    }

    let mut claimed: Vec<NoticeId> = nodes.join_all().await.into_iter().flatten().collect();
    let rest = stores[0].claim_notices(500, 10_000, 1_000).await.expect("they are claimed");
    claimed.extend(rest.into_iter().map(|notice| notice.id));
    let distinct: BTreeSet<_> = claimed.iter().collect();
    assert_eq!((distinct.len(), claimed.len()), (200, 200), "each is claimed once");
}

fn notice(due: i64) -> Notice {
    Notice {
        id: NoticeId::random(),
        to: Addressee::Webhook("https://example.org/games".into()),
        kind: "your-turn".into(),
        payload: "{}".into(),
        due,
        tries: 0,
        last_error: None,
    }
}
