import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '@homie/server/testing/free-port';
import { DEFAULT_VIEWPORT, type Driver, type Tab, type TabOptions } from './driver.ts';

/** The key under which WebDriver returns an element reference. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** WebDriver's codes for keys that have no character. */
const KEYS: Record<string, string> = {
  Mod: '\uE009',
  Shift: '\uE008',
  Alt: '\uE00A',
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  Space: ' ',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
  F3: '\uE033',
};

/** Style that shrinks the browser's toolbar, which otherwise makes the window wider than a phone. */
const NARROW_TOOLBAR =
  '* { font-size: 1px; padding: 0; margin: 0; border: 0; min-width: 0; min-height: 0; } image { -gtk-icon-transform: scale(0); }';

/** Sends a command to a WebDriver server. @throws its error message */
type Send = <Value>(method: string, path: string, body?: object) => Promise<Value>;

/** A WebDriver session, and the process that serves it. */
interface Session {
  send: Send;
  /** Path of its commands. */
  session: string;
  server: ChildProcess;
}

function clientOf(origin: string): Send {
  return async (method, command, body) => {
    const response = await fetch(`${origin}${command}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
}

/** Starts a program and waits until `isReady`. */
async function startProgram(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  isReady: () => Promise<boolean>,
): Promise<ChildProcess> {
  let failure = '';
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr.on('data', (chunk: Buffer) => (failure += chunk.toString()));
  child.on('error', ({ message }) => (failure += message));
  const deadline = Date.now() + 30_000;
  while (!(await isReady().catch(() => false))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${command} did not start: ${failure}`);
    await delay(20);
  }
  return child;
}

async function stopProgram(child: ChildProcess | undefined) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** Starts a virtual display (Xvfb), and the window manager that focuses windows. */
async function startDisplay() {
  let number = '';
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '2600x2000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const [chunk] = await Promise.race([
    once(server.stdio[3] as NodeJS.ReadableStream, 'data'),
    once(server, 'exit').then(() => Promise.reject(new Error('Xvfb did not start'))),
  ]);
  number = `:${String(chunk).trim()}`;
  const manager = spawn('openbox', [], {
    env: { ...process.env, DISPLAY: number },
    stdio: 'ignore',
  });
  return {
    display: number,
    async close() {
      await stopProgram(manager);
      await stopProgram(server);
    },
  };
}

/**
 * Drives the system's WebKit (WebKitGTK, the engine of Safari) through `WebKitWebDriver`, which supports one session
 * at a time: each tab is a separate session.
 */
export async function startWebDriver(executable: string): Promise<Driver> {
  const home = await mkdtemp(path.join(tmpdir(), 'homie-webkit-'));
  const downloads = path.join(home, 'Downloads');
  await mkdir(downloads);
  const display = await startDisplay();
  let open: Session | undefined;

  const closeTab = async () => {
    if (!open) return;
    const { send, session, server } = open;
    open = undefined;
    await send('DELETE', session).finally(() => stopProgram(server));
  };

  const startSession = async (options: TabOptions): Promise<Session> => {
    const config = await mkdtemp(path.join(home, 'config-'));
    await writeFile(path.join(config, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
    await mkdir(path.join(config, 'gtk-3.0'));
    await writeFile(
      path.join(config, 'gtk-3.0/settings.ini'),
      `[Settings]\ngtk-enable-animations=${options.reducedMotion ? 0 : 1}\n`,
    );
    await writeFile(path.join(config, 'gtk-3.0/gtk.css'), NARROW_TOOLBAR);
    const port = await freePort();
    const send = clientOf(`http://127.0.0.1:${port}`);
    const env = {
      ...process.env,
      DISPLAY: display.display,
      GDK_BACKEND: 'x11',
      GDK_SCALE: String(options.zoom ?? 1),
      // Without a GPU, sharing buffers costs more than it saves.
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
      GTK_THEME: options.colorScheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
      HOME: home,
      XDG_CONFIG_HOME: config,
      LANG: 'en_AU.UTF-8',
      TZ: 'Australia/Melbourne',
    };
    const server = await startProgram(executable, [`--port=${port}`], env, async () => {
      await send('GET', '/status');
      return true;
    });
    const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
      capabilities: { alwaysMatch: { timeouts: { script: 120_000 } } },
    }).catch(async (error: unknown) => {
      await stopProgram(server);
      throw error;
    });
    return { send, session: `/session/${sessionId}`, server };
  };

  return {
    engine: 'webkit',
    downloads,
    async open(options = {}) {
      await closeTab();
      open = await startSession(options);
      const { zoom = 1, viewport = DEFAULT_VIEWPORT } = options;
      const tab = createTab(open.send, open.session);
      await resizeWindow(open, tab, viewport.width / zoom, viewport.height / zoom);
      return tab;
    },
    async close() {
      await closeTab().finally(() => display.close());
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Resizes the window so that the viewport has this size: the toolbar adds to the size of the window. */
async function resizeWindow({ send, session }: Session, tab: Tab, width: number, height: number) {
  const frame = await tab.evaluate(
    () => ({ width: outerWidth - innerWidth, height: outerHeight - innerHeight }),
    null,
  );
  const outer = { width: width + frame.width, height: height + frame.height };
  await send('POST', `${session}/window/rect`, { x: 0, y: 0, ...outer });
  const deadline = Date.now() + 30_000;
  const size = () => tab.evaluate(() => `${innerWidth} × ${innerHeight}`, null);
  for (let now = await size(); now !== `${width} × ${height}`; now = await size()) {
    if (Date.now() > deadline) throw new Error(`The viewport stays at ${now}`);
    await delay(20);
  }
}

function createTab(send: Send, session: string): Tab {
  const run = <Value>(script: string) =>
    send<Value>('POST', `${session}/execute/sync`, { script, args: [] });
  const performActions = (...actions: object[]) =>
    send<null>('POST', `${session}/actions`, { actions });
  const pointer = (...actions: object[]) =>
    performActions({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
  const moveTo = ({ x, y }: { x: number; y: number }) => ({
    type: 'pointerMove',
    duration: 0,
    x: Math.round(x),
    y: Math.round(y),
  });
  const keys = async (actions: object[]) => {
    await performActions({ type: 'key', id: 'keyboard', actions });
  };
  const down = (value: string) => ({ type: 'keyDown', value });
  const up = (value: string) => ({ type: 'keyUp', value });

  return {
    async goto(url) {
      await send('POST', `${session}/url`, { url });
    },
    async reload() {
      await send('POST', `${session}/refresh`, {});
    },
    url: () => send('GET', `${session}/url`),
    evaluate: (fn, argument) => run(`return (${String(fn)})(${JSON.stringify(argument)})`),
    async addScript(source) {
      await run(source);
    },
    async click(point) {
      await pointer(
        moveTo(point),
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      );
    },
    type: (text) =>
      keys(
        [...text].flatMap((character) => {
          const value = character === '\n' ? '\uE007' : character;
          return [down(value), up(value)];
        }),
      ),
    async press(combination) {
      const values = combination.split('+').map((key) => KEYS[key] ?? key);
      await keys([...values.map(down), ...values.reverse().map(up)]);
    },
    async chooseFiles(input, paths) {
      const { [ELEMENT]: id } = await send<Record<string, string>>('POST', `${session}/element`, {
        using: 'css selector',
        value: input,
      });
      await send('POST', `${session}/element/${id}/value`, { text: paths.join('\n') });
    },
    async screenshot() {
      return Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64');
    },
  };
}
