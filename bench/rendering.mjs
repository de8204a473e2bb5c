// Measures the cost of a streamed reply for the page, as a ratio to a page that appends the same text from the same
// server to plain paragraphs, in the same run. Needs a build (`npm run build`).
//
//   node bench/rendering.mjs [--rounds 2] [--quick]
//
// --quick streams four times as fast: for profiling, not for results to report.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  droppedShare,
  launch,
  median,
  openPage,
  percentile,
  readCost,
  spent,
} from './support/browser.mjs';
import { floorPage } from './support/floor-page.mjs';
import { BEGIN, END, inPieces, mixedMarkdown } from './support/mixed-markdown.mjs';
import { report } from './support/report.mjs';
import { startScriptedServer } from './support/scripted-server.mjs';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '2' },
    quick: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
/** By default, tokens of four characters, a hundred per second. */
const TOKENS = values.quick ? 1000 : 4000;
const TOKEN_MS = 10;

const server = await startScriptedServer();
const session = await server.signIn();
const authorization = {
  apikey: server.publishableKey,
  authorization: `Bearer ${session.access_token}`,
};
const call = async (request) => (await (await server.call(session, request)).json()).data;
const { rows } = await call({ endpoint: '/assistants?limit=50', method: 'GET' });

server.script('16k', inPieces(mixedMarkdown(16_000), TOKENS), TOKEN_MS);
server.script('64k', inPieces(mixedMarkdown(64_000), TOKENS), TOKEN_MS);
server.script('typing', inPieces(mixedMarkdown(16_000), 800), TOKEN_MS);

const newConversation = (title) =>
  call({
    endpoint: '/conversations',
    method: 'POST',
    body: { assistantId: rows[0].id, title },
  });

/** The two pages that are compared, with functions that open each of them and send a message. */
const pages = {
  floor: {
    async open({ page, url }) {
      await page.route(`${url}/floor`, (route) =>
        route.fulfill({ contentType: 'text/html', body: floorPage }),
      );
      await page.goto(`${url}/floor`);
    },
    ask: ({ page }, conversation, content) =>
      page.evaluate(
        // `ask` is defined by the floor page.
        ([headers, request]) => void Reflect.get(globalThis, 'ask')(headers, request),
        [
          authorization,
          {
            endpoint: `/conversations/${conversation.id}/stream`,
            method: 'POST',
            body: { content, idempotencyKey: randomUUID() },
          },
        ],
      ),
  },
  app: {
    async open({ page, url }, conversation) {
      await page.goto(`${url}/app?conversation=${conversation.id}`);
      // Appears together with the code that renders replies, so that the first reply does not wait for it.
      await page.getByText('Start the conversation').waitFor();
    },
    async ask({ page }, _, content) {
      const composer = page.getByRole('textbox', { name: /^Message / });
      await composer.fill(content);
      await composer.press('Enter');
    },
  },
};

/** Waits until the page has rendered the whole reply and is idle. */
async function follow(opened, written) {
  const [{ times }, painted] = await Promise.all([
    written,
    opened.page.evaluate(async () => {
      const probe = globalThis.benchProbe;
      const first = await probe.firstPainted;
      const last = await probe.lastPainted;
      return { first, last };
    }),
  ]);
  // The work after the last word counts too: storing, listing and highlighting the reply.
  await delay(1000);
  return { times, painted };
}

async function measure(kind, content, { countFrames = false } = {}) {
  const conversation = await newConversation(`${kind} ${content}`);
  const opened = await openPage(browser, server, session);
  const { open, ask } = pages[kind];
  await open(opened, conversation);
  await delay(1000);
  const before = await readCost(opened);
  await opened.page.evaluate((marks) => globalThis.benchProbe.watch(marks), {
    begin: BEGIN,
    end: END,
    countFrames,
  });
  const written = server.next('wrote');
  await ask(opened, conversation, content);
  const { times, painted } = await follow(opened, written);
  const cost = spent(before, await readCost(opened));
  const { frames, tasks } = await opened.page.evaluate(() => {
    const { frames: all, tasks: long } = globalThis.benchProbe;
    return { frames: all, tasks: long };
  });
  const elements = await opened.page.evaluate(() => document.querySelectorAll('*').length);
  await opened.close();
  return {
    kind,
    content,
    countFrames,
    cost,
    updates: times.length,
    dropped: countFrames ? droppedShare(frames) : null,
    longestTask: Math.max(0, ...tasks),
    firstMs: painted.first - times[0],
    lastMs: painted.last - times.at(-1),
    elements,
  };
}

/**
 * Measures the time from the first server write to the first painted text, for several replies on one page after a
 * warm-up.
 */
async function firstPaints(kind) {
  const conversation = await newConversation(`${kind} first`);
  const opened = await openPage(browser, server, session);
  await pages[kind].open(opened, conversation);
  const latencies = [];
  for (let count = 0; count <= 9; count += 1) {
    // Unique marks: the page still has those of earlier replies.
    const marks = { begin: `${BEGIN}${count}`, end: `${END}${count}` };
    const question = `short ${count}`;
    // With a pause before the first text and before the end, so that rendering the message or the end does not delay
    // it.
    server.script(question, ['', `${marks.begin} and `, marks.end], 300);
    await opened.page.evaluate((looked) => globalThis.benchProbe.watch(looked), marks);
    const written = server.next('wrote');
    await pages[kind].ask(opened, conversation, question);
    const { times, painted } = await follow(opened, written);
    if (count > 0) latencies.push(painted.first - times[0]);
  }
  await opened.close();
  return latencies;
}

/** Measures the time from a keystroke to its paint in the composer while a reply streams. */
async function typing() {
  const conversation = await newConversation('typing');
  const opened = await openPage(browser, server, session);
  await pages.app.open(opened, conversation);
  // At least the time that a user needs to type a message: the idle work of the page is done by then.
  await delay(1000);
  await opened.page.evaluate((marks) => globalThis.benchProbe.watch(marks), {
    begin: BEGIN,
    end: END,
  });
  const written = server.next('wrote');
  await pages.app.ask(opened, conversation, 'typing');
  await opened.page.evaluate(() => globalThis.benchProbe.firstPainted);
  await opened.page.evaluate(() => globalThis.benchProbe.watchKeys());
  for (let key = 0; key < 70; key += 1) {
    await opened.page.keyboard.press('abcdefgh '[key % 9]);
    await delay(60);
  }
  await follow(opened, written);
  const keys = await opened.page.evaluate(() => globalThis.benchProbe.keys);
  await opened.close();
  return keys;
}

const browser = await launch();
try {
  const runs = [];
  for (let round = 0; round < rounds; round += 1) {
    runs.push(await measure('floor', '16k'), await measure('app', '16k'));
    runs.push(await measure('app', '64k'));
    runs.push(await measure('app', '16k', { countFrames: true }));
  }
  const of = (kind, content, read, counted = false) =>
    median(
      runs
        .filter(
          (run) => run.kind === kind && run.content === content && run.countFrames === counted,
        )
        .map(read),
    );
  const cost = ({ cost: { total } }) => total;
  const first = { floor: await firstPaints('floor'), app: await firstPaints('app') };
  const keys = await typing();
  const checks = [
    {
      name: '16k reply: script + layout + style against the floor',
      value: of('app', '16k', cost) / of('floor', '16k', cost),
      target: 3,
      unit: 'x',
    },
    {
      name: '16k reply: dropped frames',
      value: of('app', '16k', ({ dropped }) => dropped * 100, true),
      target: 5,
      unit: '%',
    },
    {
      name: '16k reply: longest task',
      value: of('app', '16k', ({ longestTask }) => longestTask),
      target: 100,
      unit: 'ms',
    },
    {
      name: '16k reply: last write to last paint',
      value: of('app', '16k', ({ lastMs }) => lastMs),
      target: 100,
      unit: 'ms',
    },
    {
      name: '64k reply against 16k, at as many updates',
      value: of('app', '64k', cost) / of('app', '16k', cost),
      target: 1.5,
      unit: 'x',
    },
    {
      name: 'first write to first painted text, against the floor',
      value: median(first.app) / median(first.floor),
      target: 2.5,
      unit: 'x',
    },
    {
      name: 'key to paint while a reply is written, 95 of 100',
      value: percentile(keys, 0.95),
      target: 50,
      unit: 'ms',
    },
  ];
  report('Rendering a streamed reply', checks, { runs, first, keys });
} finally {
  await browser.close();
  await server.stop();
}
