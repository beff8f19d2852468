// Runs before the page is drawn, so that it is never drawn in the wrong theme first.
(() => {
  let wanted = "auto";
  try {
    wanted = JSON.parse(localStorage.getItem("orrery.settings") ?? "{}").theme ?? "auto";
  } catch { /* The browser keeps nothing. */ }
  const light = matchMedia("(prefers-color-scheme: light)").matches;
  document.documentElement.dataset.theme = wanted === "auto" ? (light ? "chart" : "night") : wanted;
})();
