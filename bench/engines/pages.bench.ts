import { randomUUID } from 'node:crypto';
import { expect, test as journey } from '../../e2e/journeys/journey.ts';
import { Screen } from '../../e2e/journeys/screen.ts';
import type { Driver, Tab } from '../../e2e/journeys/drivers/driver.ts';
import { droppedShare, median } from '../support/browser.mjs';
import { BEGIN, END, inPieces, mixedMarkdown } from '../support/mixed-markdown.mjs';
import { installProbe } from '../support/probe.mjs';
import { startScriptedServer } from '../support/scripted-server.mjs';
import { LAST_WORDS, storeConversation } from '../support/stored-conversation.mjs';
import { withFloor } from '../support/with-floor.mjs';

/** Tokens of four characters, a hundred per second. */
const TOKENS = 4000;
const TOKEN_MS = 10;
const ROUNDS = 3;
const SESSION_KEY = 'sb-homie-auth-token';

type Server = Awaited<ReturnType<typeof startScriptedServer>>;

const test = journey.extend<object, { backend: Server; origin: string }>({
  backend: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from it
    async ({}, use) => {
      const server = await startScriptedServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  origin: [
    async ({ backend }, use) => {
      const { url, stop } = await withFloor(backend.url);
      await use(url);
      await stop();
    },
    { scope: 'worker' },
  ],
});

/** Opens a tab with a session. */
async function openTab(driver: Driver, origin: string, session: object): Promise<Tab> {
  const tab = await driver.open();
  await tab.goto(`${origin}/healthz`);
  await tab.evaluate(({ key, value }) => localStorage.setItem(key, value), {
    key: SESSION_KEY,
    value: JSON.stringify(session),
  });
  return tab;
}

/** Returns the share of dropped frames from the first word of a reply to its last. */
async function streamed(tab: Tab, ask: () => Promise<void>): Promise<number> {
  await tab.addScript(`(${String(installProbe)})()`);
  await tab.evaluate(
    (marks) => {
      const probe = Reflect.get(globalThis, 'benchProbe');
      probe.watch(marks);
      probe.lastPainted.then(() => (probe.ended = true));
    },
    { begin: BEGIN, end: END, countFrames: true },
  );
  await ask();
  await expect
    .poll(() => tab.evaluate(() => Reflect.get(globalThis, 'benchProbe').ended === true, null), {
      timeout: 120_000,
      intervals: [1000],
    })
    .toBe(true);
  return droppedShare(
    await tab.evaluate(() => Reflect.get(globalThis, 'benchProbe').frames as number[], null),
  );
}

test('a streamed reply drops at most 5 % more frames than the same text in plain paragraphs', async ({
  backend,
  driver,
  engine,
  origin,
}) => {
  backend.script('16k', inPieces(mixedMarkdown(16_000), TOKENS), TOKEN_MS);
  const session = await backend.signIn();
  const call = async (request: object) =>
    (await (await backend.call(session, request)).json()).data;
  const { rows } = await call({ endpoint: '/assistants?limit=50', method: 'GET' });
  const create = () =>
    call({
      endpoint: '/conversations',
      method: 'POST',
      body: { assistantId: rows[0].id, title: 'Stream' },
    });

  const floorConversation = await create();
  const floorTab = await openTab(driver, origin, session);
  await floorTab.goto(`${origin}/floor`);
  const floor = await streamed(floorTab, () =>
    floorTab.evaluate(
      ([headers, request]) => void Reflect.get(globalThis, 'ask')(headers, request),
      [
        {
          apikey: backend.publishableKey,
          authorization: `Bearer ${session.access_token}`,
        },
        {
          endpoint: `/conversations/${floorConversation.id}/stream`,
          method: 'POST',
          body: { content: '16k', idempotencyKey: randomUUID() },
        },
      ],
    ),
  );

  const { id } = await create();
  const tab = await openTab(driver, origin, session);
  const screen = new Screen(tab, origin);
  await screen.open(`/app?conversation=${id}`);
  const composer = screen.role('textbox', /^Message /);
  await composer.fill('16k');
  const app = await streamed(tab, () => tab.press('Enter'));
  console.log(
    `${engine}: ${(app * 100).toFixed(1)} % of frames dropped, plain paragraphs ${(floor * 100).toFixed(1)} %`,
  );
  expect(app - floor).toBeLessThanOrEqual(0.05);
});

/** Returns the milliseconds from a click until the last message is in view. */
const pressAndAwait = (tab: Tab, href: string) =>
  tab.evaluate(
    ([address, words]) =>
      new Promise<number>((resolve) => {
        const started = performance.now();
        const link = [...document.querySelectorAll('a')].find((each) =>
          each.href.includes(address ?? ''),
        );
        link?.click();
        const look = () => {
          const article = [...document.querySelectorAll('[data-message]')].at(-1);
          const { top = 0, bottom = 0 } = article?.getBoundingClientRect() ?? {};
          const isThere =
            article?.textContent.includes(words ?? '') && bottom > 0 && top < innerHeight;
          if (isThere && location.href.includes(address ?? ''))
            resolve(performance.now() - started);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    [href, LAST_WORDS],
  );

test('switching to a conversation of 1,000 messages takes at most 1.5 times as long as to one of 50', async ({
  backend,
  driver,
  engine,
  origin,
}) => {
  const session = await backend.signIn();
  const short = await storeConversation(backend, session, 50);
  const long = await storeConversation(backend, session, 1000);
  const times: Record<'short' | 'long', number[]> = { short: [], long: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const tab = await openTab(driver, origin, session);
    const screen = new Screen(tab, origin);
    await screen.open('/app');
    await screen.link(/1000 messages/).expectVisible();
    const shortMs = await pressAndAwait(tab, short.id);
    const longMs = await pressAndAwait(tab, long.id);
    // The first page fills the caches.
    if (round === 0) continue;
    times.short.push(shortMs);
    times.long.push(longMs);
  }
  const ratio = median(times.long) / median(times.short);
  console.log(
    `${engine}: switch ${median(times.short).toFixed(0)} ms with 50 messages, ${median(times.long).toFixed(0)} ms with 1,000`,
  );
  expect(ratio).toBeLessThanOrEqual(1.5);
});
