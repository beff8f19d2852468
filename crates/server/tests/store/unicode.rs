use server::store::*;

use crate::place::{Place, a_match, an_account, new_match, running, whole_journal};

/// Right to left, combined, outside the first plane, control characters, quotes, SQL.
const UNUSUAL: &[&str] = &[
    "",
    " ",
    "שלום \u{202e}olleh",
    "e\u{301}\u{327}",
    "👩🏽‍🚀🪐",
    "\u{10ffff}\u{e000}\u{feff}",
    "\u{1}\u{7f}\t\r\n",
    "'; DROP TABLE matches; --",
    "$1 ?1 :a %s {} \\x00",
    "\"\\u0000\"",
];

pub async fn every_text_comes_back_as_it_was_written(place: Place) {
    let store = place.open().await;
    let mut sequence = 0;
    let id = a_match(&*store).await;
    for text in UNUSUAL.iter().copied().chain([&*"𝄞".repeat(100_000)]) {
        store.append(&id, sequence, vec![text.into()], 1, running()).await.expect("nobody else appends");
        sequence += 1;
        let line = NewChatLine { at: 1, seat: None, name: text.into(), text: text.into() };
        assert_eq!(store.say(&id, line).await, Ok(sequence));

        let journal = whole_journal(&*store, &id).await;
        assert_eq!(journal.last().map(|entry| entry.entry.as_str()), Some(text));
        let said = store.chat(&id, sequence - 1, 1).await.expect("the chat is read");
        assert_eq!((said[0].name.as_str(), said[0].text.as_str()), (text, text));

        let new = NewMatch { game: text.into(), header: text.into(), settings: text.into(), ..new_match(1) };
        store.create_match(new.clone()).await.expect("a match is created");
        let found = store.find_match(&new.id).await.expect("it is there");
        assert_eq!((found.game, found.header, found.settings), (new.game, new.header, new.settings));
    }
    for name in UNUSUAL.iter().filter(|name| !name.trim().is_empty()) {
        let account = an_account(&*store, name).await;
        assert_eq!(store.find_account(&account).await.map(|account| account.name), Ok((*name).into()));
    }
}

pub async fn a_nul_is_refused_with_a_sentence(place: Place) {
    let store = place.open().await;
    let id = a_match(&*store).await;
    let line = NewChatLine { at: 1, seat: None, name: "Ann".into(), text: "a\0b".into() };
    let sentence = StoreError::Broken("A text with the character NUL cannot be kept.".into());
    assert_eq!(store.say(&id, line).await, Err(sentence.clone()));
    assert_eq!(store.append(&id, 0, vec!["\0".into()], 1, running()).await, Err(sentence.clone()));
    assert_eq!(store.create_match(NewMatch { settings: "\0".into(), ..new_match(1) }).await, Err(sentence));
    assert_eq!(store.account_named("\0").await, Ok(None));
    assert_eq!(store.find_match(&id).await.map(|it| (it.chats, it.sequence)), Ok((0, 0)));
}
