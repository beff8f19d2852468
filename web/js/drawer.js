// One drawer at the side for all that is looked up: rules, odds, settings, the end of the game. The map stays in view.

import { by } from "./dom.js";

/** @type {HTMLElement | null} */
let openedFrom = null;

/** Told what the drawer was about when it closes or turns to something else. @type {((subject: string) => void)[]} */
export const onPutAway = [];
/** Told when it takes room or gives it back. @type {(() => void)[]} */
export const onRoom = [];

/** @param {string} subject what it is about, so that the same key closes it @param {string} title @param {...(Node | string)} content */
export function openDrawer(subject, title, ...content) {
  const drawer = by("drawer");
  if (drawer.hidden && document.activeElement instanceof HTMLElement) openedFrom = document.activeElement;
  if (!drawer.hidden && drawer.dataset.subject !== subject) putAway(drawer.dataset.subject ?? "");
  drawer.dataset.subject = subject;
  by("drawer-title").textContent = title;
  by("drawer-body").replaceChildren(...content);
  drawer.hidden = false;
  document.body.dataset.drawer = subject;
  by("drawer-body").scrollTo(0, 0);
  for (const listener of onRoom) listener();
}

export function closeDrawer() {
  const drawer = by("drawer");
  if (drawer.hidden) return false;
  drawer.hidden = true;
  delete document.body.dataset.drawer;
  for (const listener of onRoom) listener();
  putAway(drawer.dataset.subject ?? "");
  by("drawer-body").replaceChildren();
  if (drawer.contains(document.activeElement) || document.activeElement === document.body) openedFrom?.focus({ preventScroll: true });
  return true;
}

/** @param {string} subject */
function putAway(subject) {
  for (const listener of onPutAway) listener(subject);
}

/** @param {string} subject */
export function isDrawerOn(subject) {
  return !by("drawer").hidden && by("drawer").dataset.subject === subject;
}
