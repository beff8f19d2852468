mod bench;
use forbidden_stars::*;
use kernel::*;
use std::collections::BTreeMap;
fn main() -> anyhow::Result<()> {
    if std::env::args().any(|a| a == "bench") { return bench::run(false); }
    let cat = Catalogue::standard();
    let mut count: BTreeMap<String, u32> = BTreeMap::new();
    for f in &cat.factions { for c in &f.combat_cards { count.insert(format!("C {} {} L{}", f.id, c.name, c.level),0);} for c in &f.order_upgrades { count.insert(format!("U {} {}", f.id, c.name),0);} for c in &f.events { count.insert(format!("E {} {}", f.id, c.name),0);} }
    let sets: [(&[&str], MapChoice);6] = [(&["ultramarines","chaos"],MapChoice::Introductory),(&["ultramarines","chaos","orks"],MapChoice::Introductory),(&["eldar","ultramarines","chaos","orks"],MapChoice::Introductory),(&["eldar","orks"],MapChoice::Free),(&["eldar","chaos","orks"],MapChoice::Free),(&["eldar","ultramarines","chaos","orks"],MapChoice::Free)];
    let mut ends: BTreeMap<String,u32> = BTreeMap::new();
    let mut combats=0u32;
    for seed in 0..3000u64 {
        let (fs,map)=sets[(seed%6) as usize];
        let o=Options{factions: fs.iter().map(|s|s.to_string()).collect(), map};
        let mut ev: Vec<Event>=vec![];
        let mut g=Game::new(cat,&o,Chance::from_number(seed),&mut ev).unwrap();
        let mut bot=Chance::from_number(seed+77777);
        let mut ch=vec![];
        while let Some(q)=g.next_question(){ g.choices(q.seat,&mut ch); 
            let ws: Vec<u32>=ch.iter().map(|c| if seed%2==0 {1} else {forbidden_stars::exploration::weigh(&g,q.seat,q.decision,*c)}).collect();
            let tot: u32=ws.iter().sum(); let mut r=bot.below(tot); let mut i=0; while r>=ws[i]{r-=ws[i];i+=1;} let c=ch[i]; g.take(q.seat,c,&mut ev);}
        *ends.entry(format!("round {} winners {}", g.table.round, g.table.winners.len())).or_default()+=1;
        for e in ev { match e {
            Event::CardRevealed{card,..}=>{let t=cat.card_text(card); *count.get_mut(&format!("C {} {} L{}",cat.factions[card.faction() as usize].id,t.name,t.level)).unwrap()+=1;}
            Event::UpgradeUsed{upgrade,..}=>{*count.get_mut(&format!("U {} {}",cat.factions[upgrade.faction() as usize].id,cat.upgrade(upgrade).name)).unwrap()+=1;}
            Event::SchemeUsed{scheme,..}=>{*count.get_mut(&format!("E {} {}",cat.factions[scheme.faction() as usize].id,cat.event(scheme).name)).unwrap()+=1;}
            Event::EventChosen{event,..} if cat.event_facts(event).scheme.is_none()=>{*count.get_mut(&format!("E {} {}",cat.factions[event.faction() as usize].id,cat.event(event).name)).unwrap()+=1;}
            Event::CombatBegins{..}=>combats+=1,
            _=>{} } }
    }
    let mut v: Vec<_>=count.into_iter().collect(); v.sort_by_key(|x|x.1);
    for (k,n) in v.iter().take(40) { println!("{n:6} {k}"); }
    println!("{ends:?} combats {combats}");
    Ok(())
}
