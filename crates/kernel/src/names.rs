//! Ids of components, and names as words.

/// Ids: `Copy` newtypes over small integers.
///
/// Where each group (a faction, a player) has as many components as every other, the id counts them group by group, and
/// the formula gives it `new` and a method for each of its parts. The crate that uses this needs `serde`.
///
/// ```
/// const CARDS_PER_FACTION: u8 = 14;
///
/// kernel::ids! {
///     /// A system on the board.
///     pub struct System(u8);
///     /// A combat card: fourteen to a faction.
///     pub struct CardId(u8) = faction * CARDS_PER_FACTION + index: u8;
/// }
///
/// let card = CardId::new(2, 3);
/// assert_eq!((card, card.faction(), card.index()), (CardId(31), 2, 3));
/// ```
#[macro_export]
macro_rules! ids {
    ($($(#[$about:meta])* pub struct $name:ident($number:ty) $(= $group:ident * $each:ident + $index:ident: $kind:ty)?;)+) => {
        $(
            $(#[$about])*
            #[derive(
                Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize,
            )]
            pub struct $name(pub $number);

            $(impl $name {
                /// The id of one component of a group.
                pub fn new($group: $number, $index: $kind) -> Self {
                    $name($group * $each + $index as $number)
                }

                /// The group it belongs to.
                pub fn $group(self) -> $number {
                    self.0 / $each
                }

                /// Which of its group it is.
                pub fn $index(self) -> $kind {
                    (self.0 % $each) as $kind
                }
            })?
        )+
    };
}

/// A name as one word: lower case, hyphens between letters and digits.
///
/// ```
/// assert_eq!(kernel::slug("Gork’s Big Axe (2)"), "gorks-big-axe-2");
/// ```
pub fn slug(name: &str) -> String {
    let mut slug = String::new();
    for letter in name.chars().filter(|&letter| letter != '\'' && letter != '’') {
        if letter.is_ascii_alphanumeric() {
            slug.push(letter.to_ascii_lowercase());
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    slug.trim_end_matches('-').to_owned()
}
