//! A match comes back from the store: played again as far as these rules take it, else from its last snapshot.

use super::{Hall, PAGE};
use crate::fault::Fault;
use crate::hall::kept::KeptSettings;
use crate::store::{self, MatchId, StoreError};
use session::{Clock, Entry};
use shelf::{AnyMatch, sentence};
use std::sync::Arc;

impl Hall {
    pub(super) async fn load(self: &Arc<Self>, id: &MatchId) -> Result<(store::Match, Box<dyn AnyMatch>), Fault> {
        let kept = self.store.settled_match(id).await.map_err(|error| match error {
            StoreError::NotFound => Fault::missing("There is no such match here. Check the link."),
            other => other.into(),
        })?;
        let mut entries = Vec::new();
        loop {
            let after = entries.last().map_or(0, |last: &store::Entry| last.sequence);
            let page = self.store.journal(id, after, PAGE).await?;
            let is_last = (page.len() as i64) < PAGE;
            entries.extend(page);
            if is_last {
                break;
            }
        }
        let (game, header, settings, created) =
            (kept.game.clone(), kept.header.clone(), kept.settings.clone(), kept.created);
        let shelf = self.shelf;
        let played = tokio::task::spawn_blocking(move || {
            let settings: KeptSettings = serde_json::from_str(&settings)
                .map_err(|_| Fault::broken("The settings of this match are damaged."))?;
            let title = shelf.find(&game).map_err(|reason| Fault::broken(sentence(&reason)))?;
            let table = title.open(&header, settings.made, created).map_err(Fault::broken)?;
            replay(table, &entries)
        })
        .await
        .map_err(|_| Fault::broken("The rules failed on this match. It is frozen; what was played is kept."))??;
        match played {
            Replayed::Whole(table) => match self.disagreement(id, &*table).await? {
                None => Ok((kept, table)),
                Some(reason) => {
                    let table = self.rebase(id, table, &reason).await?;
                    Ok((kept, table))
                }
            },
            Replayed::Diverged { table, reason } => {
                let table = self.rebase(id, table, &reason).await?;
                Ok((kept, table))
            }
        }
    }

    /// Where the match began under other rules or with other cards: do these rules lead to where those led?
    async fn disagreement(&self, id: &MatchId, table: &dyn AnyMatch) -> Result<Option<String>, Fault> {
        let Some(stranger) = table.stranger() else { return Ok(None) };
        let Some(snapshot) = self.store.latest_snapshot(id).await? else { return Ok(None) };
        let Some((step, bytes)) = snapshot.bytes.split_first_chunk() else { return Ok(None) };
        Ok((!table.agrees_with(u32::from_le_bytes(*step), bytes)).then_some(stranger))
    }

    /// Goes on from the newest snapshot that can be read, and says so in the journal.
    async fn rebase(
        &self,
        id: &MatchId,
        mut table: Box<dyn AnyMatch>,
        reason: &str,
    ) -> Result<Box<dyn AnyMatch>, Fault> {
        // Why they do not stays here: it may name what somebody has laid facedown.
        tracing::error!(match_id = %id, sequence = table.sequence(), "the rules no longer take this match");
        let frozen = || Fault::broken("The rules have changed and no longer take this match. It is frozen.");
        let snapshot = self.store.latest_snapshot(id).await?.ok_or_else(frozen)?;
        let (step, bytes) = snapshot.bytes.split_first_chunk().ok_or_else(frozen)?;
        let entry = table.rebase(u32::from_le_bytes(*step), reason, bytes).map_err(|_| frozen())?;
        let at = self.now();
        table.apply(&entry, at).map_err(|_| frozen())?;
        self.append(id, &*table, i64::from(table.sequence()) - 1, &entry, None, at).await?;
        Ok(table)
    }
}

enum Replayed {
    Whole(Box<dyn AnyMatch>),
    /// The rules would not take all of it. The table has taken what is said about people.
    Diverged {
        table: Box<dyn AnyMatch>,
        reason: String,
    },
}

fn replay(mut table: Box<dyn AnyMatch>, entries: &[store::Entry]) -> Result<Replayed, Fault> {
    let mut read = Vec::with_capacity(entries.len());
    for kept in entries {
        read.push((read_entry(kept)?, kept.at));
    }
    let rebased = read.iter().rposition(|(entry, _)| matches!(entry, Entry::Rebase { .. })).unwrap_or(0);
    let untouched = table.copy();
    let damaged = |_| Fault::broken("The journal of this match is damaged.");
    let taken_back = match table.settings().clock {
        Clock::None => taken_back(&read, rebased),
        // Time that was thought away stays so.
        Clock::Banked { .. } | Clock::Live { .. } => vec![false; read.len()],
    };
    for (index, (entry, at)) in read.iter().enumerate() {
        if index < rebased || taken_back[index] {
            table.pass_over(entry, *at).map_err(damaged)?;
        } else if let Err(refusal) = table.apply(entry, *at) {
            let mut table = untouched;
            for (entry, at) in &read {
                table.pass_over(entry, *at).map_err(damaged)?;
            }
            return Ok(Replayed::Diverged { table, reason: refusal.to_string() });
        }
    }
    Ok(Replayed::Whole(table))
}

/// Which entries are choices that were taken back later, or the taking back: to play them again and again would make a
/// match with many of them slow to open. From the last rebase on.
fn taken_back(entries: &[(Entry, i64)], rebased: usize) -> Vec<bool> {
    let mut gone = vec![false; entries.len()];
    let mut standing: Vec<(usize, u32)> = Vec::new();
    let mut start = 0;
    for (index, (entry, _)) in entries.iter().enumerate().skip(rebased) {
        let step = standing.last().map_or(start, |&(_, step)| step);
        match entry {
            Entry::Choose { made } => standing.push((index, step + made.len() as u32)),
            Entry::Undo { to, .. } => {
                gone[index] = true;
                while let Some((last, _)) = standing.pop_if(|&mut (_, step)| step > *to) {
                    gone[last] = true;
                }
            }
            Entry::Rebase { to, .. } => {
                standing.clear();
                start = *to;
            }
            Entry::Renew { .. } | Entry::Sit { .. } | Entry::StandIn { .. } | Entry::Return { .. } => {}
        }
    }
    gone
}

pub(super) fn read_entry(kept: &store::Entry) -> Result<Entry, Fault> {
    serde_json::from_str(&kept.entry).map_err(|_| Fault::broken("The journal of this match is damaged."))
}
