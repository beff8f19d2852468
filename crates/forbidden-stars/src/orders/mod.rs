//! The four orders, and what they share.

pub mod advance;
pub mod deploy;
pub mod dominate;
pub mod purchase;
pub mod strategize;
pub mod strike;
