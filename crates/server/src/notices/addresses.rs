//! Where a webhook may lead: out into the world, never into the network that the server stands in.

use axum::http::Uri;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use ureq::config::Config;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Which addresses messages may go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Those that anybody on the Internet can reach.
    Public,
    /// This computer too: for tests, and never by anybody's request.
    Anywhere,
}

impl Reach {
    fn allows(self, address: IpAddr) -> bool {
        match self {
            Reach::Public => is_public(address),
            Reach::Anywhere => true,
        }
    }
}

/// Says what is wrong with the address of a webhook, as far as can be seen without looking it up.
pub fn check(url: &str, reach: Reach) -> Result<(), String> {
    let uri: Uri = url.parse().map_err(|_| "The webhook's address cannot be read.".to_owned())?;
    if !matches!(uri.scheme_str(), Some("http" | "https")) {
        return Err("The webhook's address begins with https:// or http://.".to_owned());
    }
    let authority = uri.authority().filter(|authority| !authority.host().is_empty());
    let authority = authority.ok_or_else(|| "The webhook's address names no server.".to_owned())?;
    if authority.as_str().contains('@') {
        return Err("The webhook's address holds no name and password.".to_owned());
    }
    if authority.as_str().len() > authority.host().len() && authority.port_u16().is_none() {
        return Err("The webhook's address has a port that cannot be: they go up to 65535.".to_owned());
    }
    let literal = authority.host().trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    match literal {
        Ok(address) if !reach.allows(address) => Err(NOT_PUBLIC_SENTENCE.to_owned()),
        Ok(_) | Err(_) => Ok(()),
    }
}

const NOT_PUBLIC_SENTENCE: &str = "The webhook's address leads into a private network; only public ones are called.";
/// Why the lookup of a name came to nothing.
pub const NOT_PUBLIC: &str = "its address leads into a private network, and only public ones are called";

/// Looks names up and keeps only addresses that may be reached. The connection is made to what was checked here, so a
/// name that means something else a moment later does not help.
#[derive(Debug)]
pub struct Checked {
    pub reach: Reach,
    pub names: DefaultResolver,
}

impl Resolver for Checked {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.names.resolve(uri, config, timeout)?;
        let mut kept = self.empty();
        for &address in found.iter().filter(|address| self.reach.allows(address.ip())) {
            kept.push(address);
        }
        if kept.is_empty() { Err(ureq::Error::Other(NOT_PUBLIC.into())) } else { Ok(kept) }
    }
}

/// Is it an address that everybody on the Internet means the same machine by?
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    !matches!(
        address.octets(),
        // This network, private networks, and this computer.
        [0 | 10 | 127, ..]
            | [172, 16..=31, ..]
            | [192, 168, ..]
            // Shared by the customers of a provider.
            | [100, 64..=127, ..]
            // The link itself; clouds keep their secrets here.
            | [169, 254, ..]
            // Protocol assignments, the old way to IPv6, measurements.
            | [192, 0, 0, _]
            | [192, 88, 99, _]
            | [198, 18 | 19, ..]
            // Documentation.
            | [192, 0, 2, _]
            | [198, 51, 100, _]
            | [203, 0, 113, _]
            // Multicast, reserved, broadcast.
            | [224..=255, ..]
    )
}

/// Of all of IPv6 only the part that is given out to networks is public, less what is set aside in it. That leaves out
/// loopback, unique-local, link-local, multicast, and every way to write an IPv4 address.
fn is_public_v6(address: Ipv6Addr) -> bool {
    match address.segments() {
        // Protocol assignments, among them tunnels with an IPv4 address inside; 2001:db8 is documentation.
        [0x2001, 0x0000..=0x01ff | 0x0db8, ..] => false,
        // IPv4 again.
        [0x2002, ..] => false,
        // Documentation.
        [0x3fff, 0x0000..=0x0fff, ..] => false,
        [first, ..] => (0x2000..=0x3fff).contains(&first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_public_addresses_are_called() {
        let public = "1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 128.0.0.1 169.253.255.255 \
                      169.255.0.0 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 192.169.0.0 198.17.255.255 \
                      198.20.0.0 203.0.112.255 203.0.114.0 223.255.255.255 2606:4700:4700::1111 2a00:1450::1 \
                      2001:200:: 2001:4860:4860::8888 2001:db9:: 2003:: 3fff:1000::";
        let others = "0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.254 \
                      169.254.0.0 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.170 192.0.2.1 192.88.99.1 \
                      192.168.0.1 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.1 203.0.113.7 224.0.0.1 \
                      239.255.255.255 240.0.0.1 255.255.255.255 :: ::1 ::7f00:1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 \
                      ::ffff:8.8.8.8 64:ff9b::7f00:1 64:ff9b:1::1 100::1 2001::1 2001:2::1 2001:10::1 2001:20::1 \
                      2001:db8::1 2002:7f00:1::1 3fff::1 4000::1 5f00::1 fc00::1 fd12:3456::1 fe80::1 fec0::1 ff02::1";
        let read = |text: &str| text.parse::<IpAddr>().expect("a test writes addresses correctly");
        for text in public.split_whitespace() {
            assert!(is_public(read(text)), "{text}");
        }
        for text in others.split_whitespace() {
            assert!(!is_public(read(text)), "{text}");
        }
    }

    #[test]
    fn what_is_wrong_with_an_address_is_said_in_a_sentence() {
        let said = |url: &str| check(url, Reach::Public).err().unwrap_or_default();
        assert_eq!(said("https://chat.example/hooks/1?wait=true"), "");
        assert_eq!(said("http://8.8.8.8:8080/"), "");
        for url in ["ftp://chat.example/", "/hooks", "chat.example", "gopher://chat.example"] {
            assert_eq!(said(url), "The webhook's address begins with https:// or http://.", "{url}");
        }
        for url in ["", "file:///etc/hosts", "https://", "https://chat example/", "http://[::1", "https:///hooks"] {
            assert!(
                ["The webhook's address cannot be read.", "The webhook's address names no server."]
                    .contains(&said(url).as_str()),
                "{url}: {}",
                said(url)
            );
        }
        assert_eq!(said("https://me:secret@chat.example/"), "The webhook's address holds no name and password.");
        for url in
            ["http://127.0.0.1/", "http://[::1]:80/", "http://[::ffff:10.0.0.1]/", "http://169.254.169.254/latest"]
        {
            assert_eq!(said(url), NOT_PUBLIC_SENTENCE, "{url}");
        }
        assert_eq!(check("http://127.0.0.1:9/", Reach::Anywhere), Ok(()));
    }
}
