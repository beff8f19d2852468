// Which pieces are lit, chosen, noted or pointed out. A piece may stand in several pictures: map, list, panel, scene.

export class Lights {
  /** @param {HTMLElement[]} mounts */
  constructor(mounts) {
    this.mounts = mounts;
    /** @type {Map<string, Element[]>} */
    this.places = new Map();
    /** @type {Set<Element>} */
    this.bright = new Set();
    /** The pieces that each mark is for. @type {Map<string, string[]>} */
    this.marks = new Map();
    /** What bears each mark. @type {Map<string, Set<Element>>} */
    this.marked = new Map();
    /** @type {WeakMap<Element, string | null>} */
    this.roles = new WeakMap();
    /** @type {WeakMap<Element, string>} */
    this.labels = new WeakMap();
  }

  /** Everything as it was drawn, but for the focus: what can take it still can, until the lights are set anew. */
  darken() {
    for (const element of this.bright) this.dim(element, true);
  }

  /** Finds the pieces again after a redraw. */
  index() {
    this.places.clear();
    for (const mount of this.mounts)
      for (const element of mount.querySelectorAll("[data-piece]")) {
        const piece = /** @type {HTMLElement | SVGElement} */ (element).dataset.piece ?? "";
        // A name is read out only where there is a role.
        if ((element.tagName === "SPAN" || element.tagName === "DIV") && !element.hasAttribute("role")) element.setAttribute("role", "group");
        const others = this.places.get(piece);
        if (others) others.push(element);
        else this.places.set(piece, [element]);
      }
    // What was drawn anew, or is looked at only now, bears no mark yet.
    for (const [mark, pieces] of this.marks) this.mark(mark, pieces);
  }

  /** @param {string} piece */
  has = (piece) => this.places.has(piece);

  /** @param {string} piece */
  of(piece) {
    return this.places.get(piece) ?? [];
  }

  /** @param {Set<string>} lit @param {string[]} chosen */
  light(lit, chosen) {
    const bright = new Set([...lit, ...chosen].flatMap((piece) => this.of(piece)));
    for (const element of this.bright) this.dim(element, bright.has(element));
    this.bright = bright;
    for (const element of bright) {
      const piece = /** @type {HTMLElement} */ (element).dataset.piece ?? "";
      const isChosen = chosen.includes(piece);
      element.classList.toggle("lit", !isChosen);
      element.classList.toggle("chosen", isChosen);
      element.setAttribute("tabindex", "0");
      if (!this.roles.has(element)) this.roles.set(element, element.getAttribute("role"));
      // A button hides what it holds from those who listen; what holds other pieces stays a group, and says that it is a choice.
      const isItem = element.tagName === "LI";
      const holds = isItem || element.tagName === "ARTICLE" || element.querySelector("[data-piece], a") !== null;
      if (!isItem) element.setAttribute("role", holds ? "group" : "button");
      if (holds) element.setAttribute("aria-roledescription", isChosen ? "chosen" : "choice");
      else {
        if (isChosen) element.setAttribute("aria-pressed", "true");
        this.name(element);
      }
    }
  }

  /** People who speak to their computer say what they read on a button, so its name has that in it too. @param {Element} element */
  name(element) {
    const label = element.getAttribute("aria-label") ?? "";
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    let read = "";
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest(".unseen, title")) read += walker.currentNode.nodeValue;
    read = read.trim();
    if (!label || !read || label.toLowerCase().includes(read.toLowerCase())) return;
    this.labels.set(element, label);
    /** @type {HTMLElement} */ (element).dataset.said = label;
    element.setAttribute("aria-label", `${label}, ${read}`);
  }

  /** @param {Element} element @param {boolean} mayFocus whether it can take the focus still: it would lose it, though it is lit again at once */
  dim(element, mayFocus) {
    const label = this.labels.get(element);
    if (label) element.setAttribute("aria-label", label);
    this.labels.delete(element);
    element.removeAttribute("data-said");
    element.classList.remove("lit", "chosen");
    if (!mayFocus) element.removeAttribute("tabindex");
    element.removeAttribute("aria-pressed");
    element.removeAttribute("aria-roledescription");
    if (!this.roles.has(element)) return;
    const role = this.roles.get(element);
    if (role) element.setAttribute("role", role);
    else element.removeAttribute("role");
    this.roles.delete(element);
  }

  /** Marks pieces with a class, and no others. @param {string} mark @param {Iterable<string>} pieces */
  mark(mark, pieces) {
    const all = [...pieces];
    this.marks.set(mark, all);
    const marked = new Set(all.flatMap((piece) => this.of(piece)));
    for (const element of this.marked.get(mark) ?? []) if (!marked.has(element)) element.classList.remove(mark);
    for (const element of marked) element.classList.add(mark);
    this.marked.set(mark, marked);
  }

  /** Lit elements that can be seen, in reading order: line by line, left to right, each picture by itself. */
  inReadingOrder() {
    /** @type {{element: HTMLElement | SVGElement, x: number, y: number, mount: number}[]} */
    const seen = [];
    for (const element of this.bright) {
      const box = element.getBoundingClientRect();
      if (box.width === 0 && box.height === 0) continue;
      const mount = this.mounts.findIndex((mount) => mount.contains(element));
      seen.push({
        element: /** @type {HTMLElement | SVGElement} */ (element), mount,
        x: box.x + box.width / 2, y: box.y + box.height / 2,
      });
    }
    const line = (/** @type {number} */ y) => Math.round(y / 24);
    return seen.sort((a, b) => a.mount - b.mount || line(a.y) - line(b.y) || a.x - b.x);
  }
}
