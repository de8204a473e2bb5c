/** A browser engine that journeys run in. */
export type Engine = 'firefox' | 'webkit';

/** A point of the viewport, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** Display settings and user preferences of a tab. */
export interface TabOptions {
  /** Size of the viewport in CSS pixels; 1280 × 800 by default. */
  viewport?: { width: number; height: number };
  /** Zoom level of the browser: at 2 the same window shows half as many CSS pixels. */
  zoom?: 1 | 2;
  reducedMotion?: boolean;
  colorScheme?: 'light' | 'dark';
  /** A high-contrast theme of the operating system. WebKit has no forced colours. */
  forcedColors?: boolean;
}

/** A browser tab with real keyboard and pointer input, limited to what every engine supports. */
export interface Tab {
  /** Loads an address and waits for its load event. */
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  url(): Promise<string>;
  /** Runs a function in the page. It may use nothing but its argument; argument and result are JSON. */
  evaluate<Argument, Result>(
    run: (argument: Argument) => Result,
    argument: Argument,
  ): Promise<Awaited<Result>>;
  /** Runs a script in the page. */
  addScript(source: string): Promise<void>;
  click(point: Point): Promise<void>;
  /** Types a text, one key press per character. */
  type(text: string): Promise<void>;
  /** Presses a key with modifiers, e.g. `Mod+Shift+O`; `Mod` is Ctrl, on a Mac Cmd. */
  press(keys: string): Promise<void>;
  /** Chooses files in the file input that a CSS selector names. */
  chooseFiles(input: string, paths: readonly string[]): Promise<void>;
  /** Disconnects the tab from the network; WebKitWebDriver cannot. */
  setOffline?(isOffline: boolean): Promise<void>;
  /** Takes a screenshot of the viewport (PNG). */
  screenshot(): Promise<Buffer>;
}

/** A browser with one tab at a time. */
export interface Driver {
  readonly engine: Engine;
  /** Folder in which downloads are stored under their suggested names. */
  readonly downloads: string;
  /** Opens a tab with empty storage, and closes the previous one. */
  open(options?: TabOptions): Promise<Tab>;
  close(): Promise<void>;
}

export const DEFAULT_VIEWPORT = { width: 1280, height: 800 };
