// The map under the hand: wheel and pinch zoom about the pointer, dragging moves, and a redraw leaves the view as it is.

/** @typedef {{left: number, top: number, right: number, bottom: number}} Insets */

const CLOSEST = 6;
const DRAG_BEGINS = 5;

export class Chart {
  /**
   * @param {HTMLElement} frame what the map fills
   * @param {HTMLElement} holder where the board is put
   * @param {() => Insets} covered how much of the frame lies under panels
   * @param {SVGSVGElement} layer what lies on the board and moves with it
   */
  constructor(frame, holder, covered, layer) {
    this.frame = frame;
    this.holder = holder;
    this.covered = covered;
    this.layer = layer;
    this.full = { x: 0, y: 0, w: 100, h: 100 };
    /** Pixels to a unit of the board, and the unit at the middle of the frame. */
    this.view = { scale: 1, x: 50, y: 50 };
    /** Until somebody moves the map it is fitted whenever there is more or less room. */
    this.isMoved = false;
    /** @type {Map<number, {x: number, y: number}>} */
    this.fingers = new Map();
    this.dragged = 0;
    /** What panels covered when the board was last fitted. @type {Insets | null} */
    this.insets = null;
    this.size = { w: 1, h: 1 };
    new ResizeObserver(() => this.resized()).observe(frame);
    frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    frame.addEventListener("pointerdown", (event) => this.down(event));
    frame.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"])
      frame.addEventListener(end, (event) => this.fingers.delete(/** @type {PointerEvent} */ (event).pointerId));
    // The click that ends a drag is not meant for what lies under it.
    frame.addEventListener("click", (event) => {
      if (this.dragged > DRAG_BEGINS) event.stopPropagation();
      this.dragged = 0;
    }, true);
  }

  svg() {
    return this.holder.querySelector("svg");
  }

  /** A board was put in, or mended in place. */
  drawn() {
    const board = this.svg();
    const box = board?.dataset.frame?.split(" ").map(Number);
    if (!board || !box || box.length !== 4) return;
    const [x, y, w, h] = box;
    const grew = x !== this.full.x || y !== this.full.y || w !== this.full.w || h !== this.full.h;
    this.full = { x, y, w, h };
    board.setAttribute("preserveAspectRatio", "xMidYMid slice");
    // To measure the panels now would lay out the page twice.
    if (grew && !this.isMoved) this.fit(this.insets ?? this.covered());
    else this.apply();
  }

  resized() {
    this.size = { w: this.frame.clientWidth || 1, h: this.frame.clientHeight || 1 };
    if (this.isMoved) this.apply();
    else this.fit();
  }

  /** The whole board, in the part of the frame that no panel covers. */
  fit(insets = this.covered()) {
    this.insets = insets;
    const { left, top, right, bottom } = insets;
    const [w, h] = [Math.max(80, this.size.w - left - right), Math.max(80, this.size.h - top - bottom)];
    const scale = Math.min(w / this.full.w, h / this.full.h);
    this.view = {
      scale,
      x: this.full.x + this.full.w / 2 + (this.size.w / 2 - (left + w / 2)) / scale,
      y: this.full.y + this.full.h / 2 + (this.size.h / 2 - (top + h / 2)) / scale,
    };
    this.isMoved = false;
    this.apply();
  }

  apply() {
    const { scale, x, y } = this.view;
    const [w, h] = [this.size.w / scale, this.size.h / scale];
    this.frame.classList.toggle("moved", this.isMoved);
    for (const drawing of [this.svg(), this.layer]) drawing?.setAttribute("viewBox", `${x - w / 2} ${y - h / 2} ${w} ${h}`);
  }

  /** @param {number} factor @param {number} [atX] @param {number} [atY] in pixels of the frame; the middle unless told */
  zoom(factor, atX = this.size.w / 2, atY = this.size.h / 2) {
    const { scale, x, y } = this.view;
    const least = 0.4 * Math.min(this.size.w / this.full.w, this.size.h / this.full.h);
    const next = Math.min(CLOSEST * 4 * least, Math.max(least, scale * factor));
    const [dx, dy] = [atX - this.size.w / 2, atY - this.size.h / 2];
    this.view = { scale: next, x: x + dx / scale - dx / next, y: y + dy / scale - dy / next };
    this.isMoved = true;
    this.apply();
  }

  /** @param {number} dx @param {number} dy in pixels */
  pan(dx, dy) {
    const { scale, x, y } = this.view;
    const inside = (/** @type {number} */ at, /** @type {number} */ from, /** @type {number} */ length) =>
      Math.min(from + length, Math.max(from, at));
    this.view = {
      scale,
      x: inside(x - dx / scale, this.full.x, this.full.w),
      y: inside(y - dy / scale, this.full.y, this.full.h),
    };
    this.isMoved = true;
    this.apply();
  }

  /** Brings a piece into the free part of the frame if it lies outside. @param {Element} piece */
  reveal(piece) {
    const box = piece.getBoundingClientRect();
    const frame = this.frame.getBoundingClientRect();
    const { left, top, right, bottom } = this.covered();
    const [x, y] = [box.x + box.width / 2 - frame.x, box.y + box.height / 2 - frame.y];
    const dx = x < left ? left + 60 - x : x > this.size.w - right ? this.size.w - right - 60 - x : 0;
    const dy = y < top ? top + 60 - y : y > this.size.h - bottom ? this.size.h - bottom - 60 - y : 0;
    if (dx || dy) this.pan(dx, dy);
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    if (!(event.target instanceof Element) || !this.holder.contains(event.target)) return;
    event.preventDefault();
    const box = this.frame.getBoundingClientRect();
    const strength = (event.ctrlKey ? 0.01 : 0.0016) * (event.deltaMode === 1 ? 20 : 1);
    this.zoom(Math.exp(-event.deltaY * strength), event.clientX - box.x, event.clientY - box.y);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (!(event.target instanceof Element) || !this.holder.contains(event.target) || event.button > 1) return;
    if (this.fingers.size === 0) this.dragged = 0;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const [dx, dy] = [event.clientX - before.x, event.clientY - before.y];
    const others = [...this.fingers].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    if (others.length) {
      const other = others[0];
      const box = this.frame.getBoundingClientRect();
      const was = Math.hypot(before.x - other.x, before.y - other.y);
      const is = Math.hypot(event.clientX - other.x, event.clientY - other.y);
      this.zoom(is / Math.max(1, was), (event.clientX + other.x) / 2 - box.x, (event.clientY + other.y) / 2 - box.y);
      this.pan(dx / 2, dy / 2);
      this.dragged = DRAG_BEGINS + 1;
    } else {
      this.dragged += Math.hypot(dx, dy);
      if (this.dragged <= DRAG_BEGINS) return;
      if (!this.frame.hasPointerCapture(event.pointerId)) this.frame.setPointerCapture(event.pointerId);
      this.pan(dx, dy);
    }
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  }
}
