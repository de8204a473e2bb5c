import { persisted } from '@homie/store';

/** The user's choice: a theme, or the system's. */
export type ColorMode = 'light' | 'dark' | 'system';

/** The visible theme. */
export type ResolvedColorMode = 'light' | 'dark';

/** A snapshot of the colour mode. */
export interface ColorModeState {
  mode: ColorMode;
  resolved: ResolvedColorMode;
}

const choice = persisted<ColorMode>(
  'theme',
  {
    parse: (text) => (text === 'light' || text === 'dark' ? text : 'system'),
    format: (mode) => mode,
  },
  { crossTab: true },
);
const darkQuery = '(prefers-color-scheme: dark)';
let current: ColorModeState | undefined;

function show(): void {
  const { resolved } = colorModeSnapshot();
  const root = document.documentElement;
  root.classList.remove('light', 'dark');
  root.classList.add(resolved);
  root.dataset['theme'] = resolved;
  root.style.colorScheme = resolved;
}

/** Returns the current colour mode; the same object until it changes. */
export function colorModeSnapshot(): ColorModeState {
  const mode = choice.getState();
  const system: ResolvedColorMode = matchMedia(darkQuery).matches ? 'dark' : 'light';
  const resolved = mode === 'system' ? system : mode;
  if (current?.mode !== mode || current.resolved !== resolved) current = { mode, resolved };
  return current;
}

/** Saves a choice (`'system'` is the default) and shows it, in every tab. */
export function setColorMode(mode: ColorMode): void {
  choice.setState(mode);
  show();
}

/** Calls back on every change: by this page, by another tab, or by the system. */
export function subscribeColorMode(listener: () => void): () => void {
  const changed = () => {
    show();
    listener();
  };
  const system = matchMedia(darkQuery);
  const unsubscribe = choice.subscribe(changed);
  system.addEventListener('change', changed);
  show();
  return () => {
    unsubscribe();
    system.removeEventListener('change', changed);
  };
}
