// Applies the stored colour scheme before the page is drawn. A plain script runs at once.
(() => {
  let kept;
  // A browser that allows no storage throws an error.
  try { kept = localStorage.getItem("theme"); } catch {}
  if (kept === "light" || kept === "dark") document.documentElement.dataset.theme = kept;
})();
