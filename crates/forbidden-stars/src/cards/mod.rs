//! Cards: the words they are written in, and what runs them.

pub mod vocabulary;
