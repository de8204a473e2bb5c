/** What a person chose: a theme, or to follow the system. */
export type ColorMode = 'light' | 'dark' | 'system';

/** What is shown. */
export type ResolvedColorMode = 'light' | 'dark';

/** A snapshot of the colour mode. */
export interface ColorModeState {
  mode: ColorMode;
  resolved: ResolvedColorMode;
}

const storageKey = 'theme';
const darkQuery = '(prefers-color-scheme: dark)';
const listeners = new Set<() => void>();
let current: ColorModeState | undefined;
/** Holds the choice where storage is blocked (private windows), for as long as the page lives. */
let unstored: ColorMode | undefined;

function storedMode(): ColorMode {
  if (unstored) return unstored;
  try {
    const stored = localStorage.getItem(storageKey);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function read(): ColorModeState {
  const mode = storedMode();
  const system: ResolvedColorMode = matchMedia(darkQuery).matches ? 'dark' : 'light';
  return { mode, resolved: mode === 'system' ? system : mode };
}

function show({ resolved }: ColorModeState): void {
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(resolved);
  root.dataset['theme'] = resolved;
  root.style.colorScheme = resolved;
}

function refresh(): void {
  const next = read();
  if (current && next.mode === current.mode && next.resolved === current.resolved) return;
  current = next;
  show(next);
  for (const listener of listeners) listener();
}

function onStorage(event: StorageEvent): void {
  if (event.key === storageKey || event.key === null) refresh();
}

/** The colour mode now, read from storage on first use; the same object until it changes. */
export function colorModeSnapshot(): ColorModeState {
  return (current ??= read());
}

/** Keeps a choice (`'system'` is the default), shows it, and tells this and other tabs. */
export function setColorMode(mode: ColorMode): void {
  try {
    localStorage.setItem(storageKey, mode);
    unstored = undefined;
  } catch {
    unstored = mode;
  }
  refresh();
}

/** Calls back on every change: by this page, by another tab, or by the system. */
export function subscribeColorMode(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('storage', onStorage);
    matchMedia(darkQuery).addEventListener('change', refresh);
    refresh();
    show(colorModeSnapshot());
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('storage', onStorage);
    matchMedia(darkQuery).removeEventListener('change', refresh);
  };
}
