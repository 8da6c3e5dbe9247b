// The light or dark scheme on pages without the theme: the one that was chosen on the others, or else the system's.
{
  const root = new URL("../..", new URL(".", location)).pathname;
  let chosen = null;
  try {
    chosen = JSON.parse(localStorage.getItem(`${root}.__palette`))?.color?.scheme ?? null;
  } catch {}
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.mdColorScheme = chosen ?? (dark ? "slate" : "default");
}
