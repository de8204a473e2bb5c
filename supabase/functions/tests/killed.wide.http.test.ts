import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SequencedStreamEvent } from '@homie/contracts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { buildFunction, type FunctionProcess } from './support/killable-function.ts';
import { persistentSend } from './support/persistent-send.ts';
import { randomNumbers } from './support/random.ts';
import { joinText } from './support/stream-reading.ts';
import { answerTo } from './support/word-provider.ts';

const KILLS = 24;
const LANES = 4;
const CONVERSATIONS_PER_LANE = 2;
/** A live process must not count as dead on a busy machine: it is stale only after 20 heartbeats. */
const TIMING = { flushMs: 25, heartbeatMs: 200, staleAfterMs: 4_000, pollMs: 25, localPollMs: 50 };
/** More events than any reply has, so that some kills happen after its end. */
const EVENTS = 16;
/** Maximum time until a dead reply is marked interrupted, on a busy machine. */
const TIDIED_WITHIN_MS = TIMING.staleAfterMs + 60_000;

const seed = Number(process.env['HOMIE_SEED'] ?? Date.now() % 1_000_000);

let server: ConversationsServer;
let program: Awaited<ReturnType<typeof buildFunction>>;
beforeAll(async () => {
  [server, program] = await Promise.all([startConversationsServer(), buildFunction()]);
});
afterAll(() => Promise.all([server.stop(), program.remove()]));

/** Runs one process after the other, and kills each while it serves a few people. @returns the number of kills */
async function runLane(lane: number): Promise<number> {
  const random = randomNumbers(seed + lane);
  const start = () => program.start(server.server, TIMING);
  const chats = await Promise.all(
    Array.from({ length: CONVERSATIONS_PER_LANE }, () => server.personInConversation()),
  );
  let process = await start();
  let kills = 0;
  for (let round = lane; round < KILLS; round += LANES) {
    const content = `${round}`;
    // Within a reply at first; then before the first event, at any event, or after the last one.
    const afterEvents = round === lane ? 2 : Math.max(0, Math.floor(random() * (EVENTS + 4)) - 3);
    const andThenMs = round === lane ? 0 : random() * (afterEvents === 0 ? 150 : 15);
    let seen = 0;
    let reach: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const replies = Promise.all(
      chats.map(({ person, conversationId }) =>
        persistentSend({
          person: () => person.on(process),
          conversationId,
          content,
          onEvent: () => {
            seen += 1;
            if (seen >= afterEvents) reach();
          },
        }),
      ),
    );
    if (afterEvents > 0) await Promise.race([reached, replies]);
    await delay(andThenMs);
    const killed = process;
    [process] = await Promise.all([start(), killed.kill()]);
    kills += 1;
    for (const events of await replies) expectHonestEnd(events, content);
  }
  await expectNextSends(process, chats);
  await process.kill();
  return kills;
}

function expectHonestEnd(events: SequencedStreamEvent[], content: string) {
  const whole = answerTo(content);
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
  const closing = events.at(-1);
  const text = joinText(events);
  const isWhole = closing?.event === 'final' && closing.data.text === whole && text === whole;
  const isPart =
    closing?.event === 'error' && closing.data.code === 'interrupted' && whole.startsWith(text);
  expect(isWhole || isPart, `${text} of ${whole}, ${JSON.stringify(closing)}`).toBe(true);
}

async function expectNextSends(
  process: FunctionProcess,
  chats: readonly Awaited<ReturnType<ConversationsServer['personInConversation']>>[],
) {
  for (const { person, conversationId } of chats) {
    const events = await person.on(process).send(conversationId, { content: 'next' });
    expect(joinText(events)).toBe(answerTo('next'));
  }
}

test(
  `F02 the function’s process is killed ${KILLS} times at random points of replies (HOMIE_SEED=${seed}): every message is stored once, every reply is complete or marked interrupted with a part of the true text, and the next send works`,
  { timeout: 600_000 },
  async () => {
    const lanes = await Promise.all(Array.from({ length: LANES }, (_, lane) => runLane(lane)));
    expect(lanes.reduce((sum, kills) => sum + kills, 0)).toBe(KILLS);

    expect(await server.rows('turns?status=eq.running')).toEqual([]);
    const messages = await server.rows('messages?select=conversation_id,role,content&limit=1000');
    const sent = messages.filter(({ role }) => role === 'user');
    expect(new Set(sent.map((row) => `${row['conversation_id']} ${row['content']}`)).size).toBe(
      sent.length,
    );
    expect(sent).toHaveLength((KILLS + LANES) * CONVERSATIONS_PER_LANE);

    const turns = await server.rows(
      'turns?select=status,text,heartbeat_at,ended_at,assistant_message_id,messages!turns_user_message_id_fkey(content)&limit=1000',
    );
    const interrupted = turns.filter(({ status }) => status === 'interrupted');
    expect(interrupted.length).toBeGreaterThan(0);
    for (const { status, text, heartbeat_at, ended_at, messages: question } of turns) {
      const whole = answerTo(String((question as { content: string }).content));
      const isHonest = status === 'interrupted' ? whole.startsWith(String(text)) : text === whole;
      expect(isHonest, `${status}: ${text} of ${whole}`).toBe(true);
      const silence = Date.parse(String(ended_at)) - Date.parse(String(heartbeat_at));
      expect(silence).toBeLessThan(TIDIED_WITHIN_MS);
    }
    expect(messages.length - sent.length).toBe(turns.length - interrupted.length);
  },
);
