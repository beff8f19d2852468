//! What every game would write by hand for each of its procedures.

/// Lists the procedures of a game, once: writes the `Frame` and what the kernel needs of it.
///
/// The first one is the outermost procedure, and the default. Each has a method `run(&mut self, &mut Play) -> Flow`; what
/// has a closing step names the method that moves it there. Something may cut any of them short, by its name in
/// `Procedure`; what has no closing step then just ends. The crate that uses this needs `serde`.
///
/// ```ignore
/// kernel::procedures! {
///     /// A bookmark into the rules.
///     pub enum Frame of Parley;
///     /// What something may cut short.
///     pub enum Procedure;
///     Court(Court) => close,
///     Auction(Auction) => close,
///     Spy(Spy),
/// }
/// ```
///
/// `Frame` has `run`, `procedure` and `close`, to which [`Rules`](crate::Rules) delegates, and is made `From` each of its
/// procedures, so that `self.call(Auction::default(), Step::PassOffice)` can be written.
#[macro_export]
macro_rules! procedures {
    (
        $(#[$about:meta])* pub enum $frame:ident of $rules:ty;
        $(#[$about_names:meta])* pub enum $procedure:ident;
        $($name:ident($held:ty) $(=> $close:ident)?),+ $(,)?
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $frame {
            $(#[allow(missing_docs, reason = "the procedure says what it is")] $name($held),)+
        }

        $(#[$about_names])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $procedure {
            $(#[allow(missing_docs, reason = "the procedure says what it is")] $name,)+
        }

        impl $frame {
            /// Runs one step.
            pub fn run(&mut self, play: &mut $crate::Play<'_, $rules>) -> $crate::Flow<$rules> {
                match self {
                    $($frame::$name(procedure) => procedure.run(play),)+
                }
            }

            /// Which procedure this is a bookmark of.
            pub fn procedure(&self) -> $procedure {
                match self {
                    $($frame::$name(_) => $procedure::$name,)+
                }
            }

            /// Moves to the closing step; `false` if there is none.
            pub fn close(&mut self) -> bool {
                match self {
                    $($frame::$name(_procedure) => $crate::procedures!(@close _procedure $($close)?),)+
                }
            }
        }

        $(impl From<$held> for $frame {
            fn from(procedure: $held) -> $frame {
                $frame::$name(procedure)
            }
        })+

        $crate::procedures!(@default $frame $($name($held))+);
    };
    (@close $procedure:ident) => { false };
    (@close $procedure:ident $close:ident) => {{
        $procedure.$close();
        true
    }};
    (@default $frame:ident $name:ident($held:ty) $($rest:tt)*) => {
        impl Default for $frame {
            fn default() -> Self {
                $frame::$name(<$held>::default())
            }
        }
    };
}

/// Gives a procedure its five verbs ([`Verbs`](crate::Verbs)): its bookmark is the field `step`.
///
/// ```ignore
/// kernel::verbs!(Parley, Auction, Step);
/// ```
#[macro_export]
macro_rules! verbs {
    ($rules:ty, $name:ident, $step:ty) => {
        impl $crate::Verbs<$rules> for $name {
            type Step = $step;

            fn mark(&mut self, step: $step) {
                self.step = step;
            }
        }
    };
}
