// The process of the readers: reads all streams of a job at once, and sends small requests to the server in the
// meantime.
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { readClock } from './clock.mjs';

const ASK_EVERY_MS = 100;
const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Resolves with the delay of every word of one stream, in milliseconds. */
function readStream({ url, headers, body }) {
  return new Promise((resolve, reject) => {
    const delays = [];
    let line = '';
    const take = (chunk) => {
      const now = readClock();
      const lines = (line + chunk).split('\n');
      line = lines.pop() ?? '';
      for (const text of lines.filter((one) => one.startsWith('data: {"text":')))
        for (const [word] of text.matchAll(/(?<= )[0-9a-z]+/g))
          delays.push((now - parseInt(word, 36)) / 1_000);
    };
    const sending = request(url, { method: 'POST', headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`no stream but ${response.statusCode}`));
      response
        .setEncoding('utf8')
        .on('data', take)
        .on('end', () => {
          resolve(delays);
        })
        .on('error', reject);
    });
    sending.on('error', reject).end(body);
  });
}

async function measureLatency(url) {
  const asked = readClock();
  await new Promise((resolve, reject) => {
    request(url, { agent }, (response) => response.resume().on('end', resolve))
      .on('error', reject)
      .end();
  });
  return (readClock() - asked) / 1_000;
}

process.once('message', async ({ streams, ask: url }) => {
  let reading = true;
  const answers = [];
  const asking = (async () => {
    while (reading) {
      answers.push(await measureLatency(url));
      await delay(ASK_EVERY_MS);
    }
  })();
  const delays = await Promise.all(streams.map(readStream));
  reading = false;
  await asking;
  process.send?.({ words: delays.flat(), answers });
});
