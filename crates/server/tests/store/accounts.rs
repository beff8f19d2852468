use server::store::*;

use crate::place::{Place, a_match, an_account};

pub async fn a_name_is_taken_in_upper_and_lower_case(place: Place) {
    let store = place.open().await;
    let id = an_account(&*store, "Ünal Ørsted").await;
    for name in ["Ünal Ørsted", "ünal ørsted", "ÜNAL ØRSTED", " Ünal Ørsted "] {
        let other = Account { id: AccountId::random(), name: name.into(), password: String::new(), created: 9 };
        let taken = store.create_account(other).await;
        assert!(matches!(taken, Err(StoreError::Taken(_))), "{taken:?}");
        let found = store.account_named(name).await.expect("it is looked up").expect("it is there");
        assert_eq!((found.id, found.name.as_str()), (id.clone(), "Ünal Ørsted"));
    }
    assert_eq!(store.account_named("Unal Orsted").await, Ok(None));
}

/// Of two who change it at once the second is told that it is another already; and whoever was logged in is not.
pub async fn a_password_is_changed_by_one_who_knows_it(place: Place) {
    let store = place.open().await;
    let id = an_account(&*store, "Ann").await;
    let before = store.find_account(&id).await.expect("it is there");
    let (old, late) = (Token::random().hash(), Token::random().hash());
    store.log_in(old, &before, 100).await.expect("the account is there");
    store.set_password(&id, before.password.clone(), "new".into()).await.expect("it is the old one");
    assert_eq!(store.find_account(&id).await.map(|account| account.password), Ok("new".into()));
    assert_eq!(store.logged_in(old, 1).await, Ok(None));
    // The password was tried before it was changed.
    assert_eq!(store.log_in(late, &before, 100).await, Err(StoreError::NotFound));
    let again = store.set_password(&id, before.password, "newer".into()).await;
    assert_eq!(again, Err(StoreError::NotFound));
    let nobody = store.set_password(&AccountId::random(), "new".into(), "newer".into()).await;
    assert_eq!(nobody, Err(StoreError::NotFound));
}

pub async fn a_login_ends_when_it_expires(place: Place) {
    let store = place.open().await;
    let ann = an_account(&*store, "Ann").await;
    let account = store.find_account(&ann).await.expect("it is there");
    let hash = Token::random().hash();
    store.log_in(hash, &account, 100).await.expect("the account is there");

    let who = async |now| store.logged_in(hash, now).await.expect("it is looked up").map(|account| account.id);
    assert_eq!(who(99).await, Some(ann.clone()));
    assert_eq!(who(100).await, None);

    store.forget_expired_logins(99).await.expect("they are forgotten");
    assert_eq!(who(99).await, Some(ann.clone()));
    store.forget_expired_logins(100).await.expect("they are forgotten");
    assert_eq!(who(99).await, None);
    let nobody = Account { id: AccountId::random(), ..account };
    assert_eq!(store.log_in(hash, &nobody, 100).await, Err(StoreError::NotFound));
}

pub async fn logging_out_ends_a_login(place: Place) {
    let store = place.open().await;
    let ann = an_account(&*store, "Ann").await;
    let hashes = [(); 3].map(|()| Token::random().hash());
    let account = store.find_account(&ann).await.expect("it is there");
    for hash in hashes {
        store.log_in(hash, &account, 100).await.expect("the account is there");
    }
    store.log_out(hashes[0]).await.expect("it is there");
    assert_eq!(store.logged_in(hashes[0], 1).await, Ok(None));
    assert!(store.logged_in(hashes[1], 1).await.expect("it is looked up").is_some());

    store.log_out_everywhere(&ann).await.expect("the account is there");
    for hash in hashes {
        assert_eq!(store.logged_in(hash, 1).await, Ok(None));
    }
}

pub async fn an_api_key_opens_its_account_and_notes_its_use(place: Place) {
    let store = place.open().await;
    let ann = an_account(&*store, "Ann").await;
    let hash = Token::random().hash();
    let key = ApiKey { hash, account: ann.clone(), label: "My bot".into(), created: 1, last_used: None };
    store.create_api_key(key.clone()).await.expect("the account is there");
    assert_eq!(store.api_keys_of(&ann).await, Ok(vec![key]));

    let used = async |now| {
        let account = store.use_api_key(hash, now).await.expect("it is looked up").expect("it is there");
        assert_eq!(account.id, ann);
        store.api_keys_of(&ann).await.expect("they are listed")[0].last_used
    };
    assert_eq!(used(1_000).await, Some(1_000));
    assert_eq!(used(2_000).await, Some(1_000), "within a minute it is not written again");
    assert_eq!(used(61_000).await, Some(61_000));

    store.remove_api_key(&ann, hash).await.expect("it is there");
    assert_eq!(store.use_api_key(hash, 3).await, Ok(None));
}

pub async fn a_deleted_account_leaves_nothing_behind(place: Place) {
    let store = place.open().await;
    let ann = an_account(&*store, "Ann").await;
    let id = a_match(&*store).await;
    let hash = Token::random().hash();
    let account = store.find_account(&ann).await.expect("it is there");
    store.log_in(hash, &account, 100).await.expect("the account is there");
    let seat = AccountSeat { account: ann.clone(), match_id: id.clone(), seat: 0 };
    store.take_seat(seat).await.expect("both are there");

    store.delete_account(&ann).await.expect("it is there");

    assert_eq!(store.find_account(&ann).await, Err(StoreError::NotFound));
    assert_eq!(store.logged_in(hash, 1).await, Ok(None));
    assert_eq!(store.accounts_in(&id).await, Ok(vec![]));
    assert!(store.find_match(&id).await.is_ok());
    // The name is free again.
    an_account(&*store, "ann").await;
}
