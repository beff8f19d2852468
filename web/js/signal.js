// "It is your turn": title, favicon, and, for those who want them and look elsewhere, a sound and a notification.

import { settings } from "./settings.js";

let wasAsked = false;

/** @param {boolean} isAsked @param {string} place what the tab says: the game and where it is @param {string} question */
export function signal(isAsked, place, question) {
  const title = `${isAsked ? "● Your turn – " : ""}${place} – Orrery`;
  if (document.title !== title) document.title = title;
  const icon = document.querySelector('link[rel="icon"]');
  const wanted = isAsked ? "/web/favicon-turn.svg" : "/web/favicon.svg";
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  if (isAsked && !wasAsked && !document.hasFocus()) {
    if (settings.sound) chime();
    if (settings.notify && "Notification" in window && Notification.permission === "granted")
      new Notification("Your turn", { body: question, tag: "orrery-turn", icon: "/web/favicon-turn.svg" });
  }
  wasAsked = isAsked;
}

/** Two soft notes. */
export function chime() {
  const sound = new AudioContext();
  [660, 880].forEach((pitch, at) => {
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    const begin = sound.currentTime + at * 0.16;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.0001, begin);
    volume.gain.exponentialRampToValueAtTime(0.12, begin + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, begin + 0.3);
    tone.connect(volume).connect(sound.destination);
    tone.start(begin);
    tone.stop(begin + 0.32);
  });
  setTimeout(() => void sound.close(), 900);
}
