// The menu at the top, which on a small screen opens and closes.

import { by } from "./dom.js";

/** @param {Record<string, () => void>} deeds by the id of the button */
export function listenToMenu(deeds) {
  for (const [button, deed] of Object.entries(deeds)) by(button).addEventListener("click", deed);
  const opener = by("open-menu");
  const close = () => {
    document.body.classList.remove("menu-open");
    opener.setAttribute("aria-expanded", "false");
  };
  opener.addEventListener("click", (event) => {
    event.stopPropagation();
    opener.setAttribute("aria-expanded", String(document.body.classList.toggle("menu-open")));
  });
  document.addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !document.body.classList.contains("menu-open")) return;
    // Only the menu is closed; what is pointed at stays.
    event.preventDefault();
    close();
    opener.focus();
  });
}
