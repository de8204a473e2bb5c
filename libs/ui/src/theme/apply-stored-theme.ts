/*
 * Sets the theme and the text size before the first paint. The shell builds this file as a separate script and
 * loads it blocking from <head>, so that no user sees a flash of the wrong theme. It is a file, not
 * an inline script, because the content security policy allows no inline script; it imports
 * nothing and has no types, so that it is a script verbatim. `color-mode.ts` replaces it once the app runs.
 */
(() => {
  const root = document.documentElement;
  let stored = null;
  let size = null;
  try {
    stored = localStorage.getItem('theme');
    size = localStorage.getItem('text-size');
  } catch {
    // Storage is blocked: follow the system.
  }
  const dark =
    stored === 'dark' || (stored !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const theme = dark ? 'dark' : 'light';
  root.classList.remove('light', 'dark');
  root.classList.add(theme);
  root.dataset['theme'] = theme;
  root.style.colorScheme = theme;
  if (size === 'large') root.style.fontSize = '112.5%';
  if (size === 'larger') root.style.fontSize = '125%';
})();
