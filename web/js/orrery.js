// An orrery in brass lines, for a game that has no board to show. Rings turn slowly, each at its own pace.

const NS = "http://www.w3.org/2000/svg";

/** @type {{radius: number, size: number, at: number, turn: number, moons?: number, ring?: boolean}[]} */
const PLANETS = [
  { radius: 62, size: 5, at: 40, turn: 46 },
  { radius: 98, size: 8, at: 205, turn: 80, moons: 1 },
  { radius: 142, size: 10, at: 310, turn: 130, moons: 2 },
  { radius: 196, size: 17, at: 140, turn: 210, moons: 3 },
  { radius: 250, size: 13, at: 15, turn: 320, ring: true },
];

/** @param {number} planets how many go round */
export function drawOrrery(planets) {
  const svg = shape("svg", { viewBox: "-300 -300 600 600", class: "orrery", "aria-hidden": "true" });
  const defs = shape("defs", {});
  const light = shape("radialGradient", { id: "planet-light", cx: ".34", cy: ".3", r: ".8" });
  light.append(shape("stop", { offset: "0", class: "light-a" }), shape("stop", { offset: ".55", class: "light-b" }), shape("stop", { offset: "1", class: "light-c" }));
  defs.append(light);
  svg.append(defs, dial(), sun());
  for (const [at, planet] of PLANETS.entries()) if (at < planets) svg.append(orbit(planet, at));
  return svg;
}

/** The outer ring with its degrees, as on an instrument. */
function dial() {
  const group = shape("g", { class: "dial" });
  for (const radius of [292, 286, 272]) group.append(shape("circle", { r: radius }));
  for (let degree = 0; degree < 360; degree += 2) {
    const length = degree % 30 === 0 ? 14 : degree % 10 === 0 ? 9 : 4;
    const angle = (degree * Math.PI) / 180;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    group.append(shape("line", { x1: c * 286, y1: s * 286, x2: c * (286 - length), y2: s * (286 - length) }));
  }
  for (let spoke = 0; spoke < 4; spoke += 1)
    group.append(shape("line", { x1: -272, x2: 272, y1: 0, y2: 0, transform: `rotate(${spoke * 45})`, class: "spoke" }));
  return group;
}

function sun() {
  const group = shape("g", { class: "sun" });
  for (let ray = 0; ray < 24; ray += 1)
    group.append(shape("path", { d: ray % 2 ? "M0-30 L2.4-22 L-2.4-22Z" : "M0-40 L3-22 L-3-22Z", transform: `rotate(${ray * 15})` }));
  group.append(shape("circle", { r: 22 }), shape("circle", { r: 17, class: "inner" }));
  return group;
}

/** @param {(typeof PLANETS)[number]} planet @param {number} index */
function orbit({ radius, size, at, turn, moons = 0, ring = false }, index) {
  const group = shape("g", { class: "orbit" });
  group.append(shape("circle", { r: radius, class: "path" }), shape("circle", { r: radius - 3, class: "path fine" }));
  const arm = shape("g", { transform: `rotate(${at})` });
  const moving = shape("g", { class: "moving", style: `animation-duration:${turn}s` });
  moving.append(shape("line", { x1: 22, x2: radius - size - 2, class: "arm" }), shape("circle", { cx: radius / 2, r: 2.4, class: "pin" }));
  const world = shape("g", { transform: `translate(${radius} 0)` });
  for (let moon = 0; moon < moons; moon += 1) {
    const far = size + 8 + moon * 6;
    const angle = 1.1 + moon * 2.2 + index;
    world.append(shape("circle", { r: far, class: "path fine" }), shape("circle", { cx: Math.cos(angle) * far, cy: Math.sin(angle) * far, r: 2.2, class: "moon" }));
  }
  world.append(shape("circle", { r: size, class: `planet p${index}` }), shape("circle", { r: size, fill: "url(#planet-light)" }));
  for (let band = 1; band <= 2 && size > 9; band += 1)
    world.append(shape("path", { d: `M${-size} ${band * 4 - 6} Q0 ${band * 4 - 1} ${size} ${band * 4 - 6}`, class: "band", "clip-path": `circle(${size}px)` }));
  if (ring) world.append(shape("ellipse", { rx: size * 1.9, ry: size * 0.55, class: "ring", transform: "rotate(-18)" }));
  moving.append(world);
  arm.append(moving);
  group.append(arm);
  return group;
}

/** @param {string} tag @param {Record<string, string | number>} attributes */
function shape(tag, attributes) {
  const element = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes))
    element.setAttribute(name, typeof value === "number" ? String(Math.round(value * 100) / 100) : value);
  return element;
}
