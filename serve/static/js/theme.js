// Applies the stored colour scheme before the page is drawn. It is a plain script, so that
// it runs at once.
(() => {
  const kept = localStorage.getItem("theme");
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
})();
