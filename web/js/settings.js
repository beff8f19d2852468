// How this browser likes its table: looks, sounds, and how quickly choices go.

import { keep, kept } from "./keep.js";

/**
 * @typedef {object} Settings
 * @property {"auto" | "night" | "chart"} theme
 * @property {"auto" | "off"} motion
 * @property {"roomy" | "dense"} density
 * @property {boolean} sound
 * @property {boolean} notify
 * @property {boolean} atOnce single choices go without a confirming step
 * @property {boolean} list the map as a list
 */

/** @type {Settings} */
const PLAIN = { theme: "auto", motion: "auto", density: "roomy", sound: false, notify: false, atOnce: false, list: false };

/** @type {Settings} */
export const settings = { ...PLAIN, ...kept("settings", {}) };

/** @type {(() => void)[]} */
const listeners = [];

/** @param {() => void} listener */
export function onSettings(listener) {
  listeners.push(listener);
}

/** @param {Partial<Settings>} change */
export function change(change) {
  Object.assign(settings, change);
  keep("settings", settings);
  wear();
  for (const listener of listeners) listener();
}

/** Puts theme, motion and density on the page. */
export function wear() {
  const root = document.documentElement;
  const light = matchMedia("(prefers-color-scheme: light)").matches;
  root.dataset.theme = settings.theme === "auto" ? (light ? "chart" : "night") : settings.theme;
  root.dataset.motion = isStill() ? "off" : "on";
  root.dataset.density = settings.density;
}

export function isStill() {
  return settings.motion === "off" || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

matchMedia("(prefers-color-scheme: light)").addEventListener("change", wear);
matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", wear);
wear();
