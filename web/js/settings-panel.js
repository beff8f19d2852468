// The settings as a drawer. Each takes effect at once.

import { make } from "./dom.js";
import { openDrawer } from "./drawer.js";
import { change, settings } from "./settings.js";
import { chime } from "./signal.js";

/** @typedef {import("./settings.js").Settings} Settings */

/** @param {...Node} more */
export function openSettings(...more) {
  openDrawer("settings", "Settings", make("div", { class: "stack settings" },
    select("Theme", "theme", [["auto", "as the device"], ["night", "night"], ["chart", "chart"]]),
    select("Motion", "motion", [["auto", "as the device"], ["off", "none"]]),
    select("Density", "density", [["roomy", "roomy"], ["dense", "dense"]]),
    check("Send single choices at once, without confirming", "atOnce"),
    check("Show the map as a list", "list"),
    check("A sound when it is my turn", "sound", (isOn) => isOn && chime()),
    check("A notification when it is my turn", "notify", (isOn) => {
      if (isOn && "Notification" in window) void Notification.requestPermission();
    }),
  ), ...more);
}

/** @param {string} label @param {keyof Settings} name @param {[string, string][]} values */
function select(label, name, values) {
  const box = make("select", {
    onchange: (/** @type {Event} */ event) => change({ [name]: /** @type {HTMLSelectElement} */ (event.target).value }),
  }, ...values.map(([value, text]) => make("option", { value, selected: settings[name] === value }, text)));
  return make("label", { class: "field" }, make("span", {}, label), box);
}

/** @param {string} label @param {keyof Settings} name @param {(isOn: boolean) => unknown} [also] */
function check(label, name, also) {
  return make("label", { class: "check" }, make("input", {
    type: "checkbox", checked: Boolean(settings[name]),
    onchange: (/** @type {Event} */ event) => {
      const isOn = /** @type {HTMLInputElement} */ (event.target).checked;
      change({ [name]: isOn });
      also?.(isOn);
    },
  }), label);
}
