// A conversation of 1,000 messages against one of 50, in the same run: what is drawn, how soon the last message is
// there, and whether scrolling keeps up. Needs a build (`npm run build`).
//
//   node bench/long-conversation.mjs [--rounds 3]
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { droppedShare, launch, median, openPage } from './support/browser.mjs';
import { mixedMarkdown } from './support/mixed-markdown.mjs';
import { report } from './support/report.mjs';
import { startScriptedServer } from './support/scripted-server.mjs';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const rounds = Number(values.rounds);
const LAST = 'The very last words';

const server = await startScriptedServer();
const session = await server.signIn();
const call = async (request) => (await (await server.call(session, request)).json()).data;
const { rows: assistants } = await call({ endpoint: '/assistants?limit=50', method: 'GET' });

async function rest(method, path, body) {
  const response = await fetch(`${server.url}/rest/v1/${path}`, {
    method,
    headers: {
      apikey: server.secretKey,
      authorization: `Bearer ${server.secretKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

/** Replies as long as replies are: some of a line, some of a page. */
const reply = (index) => mixedMarkdown([120, 400, 900, 2000][index % 4]);

/** A conversation of so many messages, every second one a reply. */
async function converse(count) {
  const conversation = await call({
    endpoint: '/conversations',
    method: 'POST',
    body: { assistantId: assistants[0].id, title: `${count} messages` },
  });
  const begun = Date.now() - count * 1000;
  const messages = Array.from({ length: count }, (_, index) => ({
    id: randomUUID(),
    conversation_id: conversation.id,
    role: index % 2 ? 'assistant' : 'user',
    content:
      index === count - 1 ? LAST : index % 2 ? reply(index >> 1) : `Question ${index}: what then?`,
    created_at: new Date(begun + index * 1000).toISOString(),
  }));
  const linked = messages.map((message, index) => ({
    ...message,
    parent_id: messages[index - 1]?.id ?? null,
  }));
  for (let from = 0; from < count; from += 200)
    await rest('POST', 'messages', linked.slice(from, from + 200));
  await rest('PATCH', `conversations?id=eq.${conversation.id}`, { head_id: messages.at(-1)?.id });
  return conversation;
}

/** Opens a conversation from its address, until its last message is in sight. */
async function open(browser, conversation) {
  const opened = await openPage(browser, server, session);
  const started = performance.now();
  await opened.page.goto(`${server.url}/app?conversation=${conversation.id}`, {
    waitUntil: 'commit',
  });
  await opened.page.waitForFunction(
    (words) => {
      const article = [...document.querySelectorAll('[data-message]')].at(-1);
      if (!article?.textContent.includes(words)) return false;
      const { top, bottom } = article.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    },
    LAST,
    { polling: 'raf' },
  );
  return { ...opened, visibleMs: performance.now() - started };
}

/** Turns the wheel upwards through earlier messages; the share of frames that were missed, and the most rows. */
async function scroll({ page }) {
  await page.mouse.move(800, 400);
  await page.evaluate(() => {
    /** @type {{ frames: number[], rows: number, elements: number, running: boolean }} */
    const watched = { frames: [], rows: 0, elements: 0, running: true };
    globalThis.benchScroll = watched;
    const frame = (time) => {
      watched.frames.push(time);
      if (watched.running) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  const most = { rows: 0, elements: 0 };
  for (let turn = 0; turn < 300; turn += 1) {
    await page.mouse.wheel(0, -100);
    await delay(16);
    if (turn % 50 === 0) {
      const now = await drawn(page);
      most.rows = Math.max(most.rows, now.rows);
      most.elements = Math.max(most.elements, now.elements);
    }
  }
  const frames = await page.evaluate(() => {
    globalThis.benchScroll.running = false;
    return globalThis.benchScroll.frames;
  });
  return { dropped: droppedShare(frames), ...most };
}

const drawn = (page) =>
  page.evaluate(() => ({
    rows: document.querySelectorAll('[data-message]').length,
    elements: document.querySelectorAll('*').length,
  }));

const browser = await launch();
try {
  const short = await converse(50);
  const long = await converse(1000);
  /** @type {{ short: number[], long: number[] }} */
  const times = { short: [], long: [] };
  // The first page fills the caches of the browser and the server for all that follow.
  await (await open(browser, short)).close();
  let start;
  let scrolled;
  for (let round = 0; round < rounds; round += 1) {
    const shortPage = await open(browser, short);
    times.short.push(shortPage.visibleMs);
    await shortPage.close();
    const longPage = await open(browser, long);
    times.long.push(longPage.visibleMs);
    await delay(1000);
    if (round === rounds - 1) {
      start = await drawn(longPage.page);
      scrolled = await scroll(longPage);
    }
    await longPage.close();
  }
  const rows = Math.max(start.rows, scrolled.rows);
  const elements = Math.max(start.elements, scrolled.elements);
  const checks = [
    { name: '1,000 messages: rows drawn', value: rows, target: 60, unit: '' },
    { name: '1,000 messages: elements', value: elements, target: 8000, unit: '' },
    {
      name: '1,000 messages: last one visible, beyond the time of 50',
      value: median(times.long) - median(times.short),
      target: 150,
      unit: 'ms',
    },
    {
      name: 'scrolling through them: dropped frames',
      value: scrolled.dropped * 100,
      target: 5,
      unit: '%',
    },
  ];
  report('A long conversation', checks, { times, start, scrolled });
} finally {
  await browser.close();
  await server.stop();
}
