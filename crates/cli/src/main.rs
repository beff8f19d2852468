mod bench;
fn main() -> anyhow::Result<()> {
    bench::run(std::env::args().any(|a| a == "--json"))
}
