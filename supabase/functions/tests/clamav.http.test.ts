import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REASONS } from '../_shared/domain/scan/refused.ts';
import { officeFile } from '../_shared/domain/scan/testing/office-files.ts';
import { scanWithClamav } from '../security-scan/clamav/scan-with-clamav.ts';
import { CLAMD, startClamd, UNWANTED, type Clamd } from './support/clamd.ts';
import type { ChatClient } from './support/chat-client.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { FileClient } from './support/file-client.ts';

const MAX_BYTES = 26_214_400;
const virus = { status: 'blocked', reason: REASONS.virus };
const scanError = {
  status: 'error',
  reason: 'The file could not be checked. Please try again.',
};

/** Skipped if clamd is not installed; the tests with a mock daemon still run. */
describe.skipIf(CLAMD === undefined)('with a real daemon', () => {
  let clamd: Clamd;
  let server: ConversationsServer;
  let person: ChatClient;
  let files: FileClient;
  beforeAll(async () => {
    clamd = await startClamd(CLAMD ?? '');
    server = await startConversationsServer({ clamav: clamd.settings });
    const started = await server.personInConversation();
    person = started.person;
    files = new FileClient(person, server.server, started.conversationId);
  });
  afterAll(async () => {
    await server.stop();
    await clamd.remove();
  });

  test('API-48 what only the daemon knows for a virus is blocked, within a document too', async () => {
    const clean = await files.upload({ name: 'a.txt', content: 'Quiet after ten.' });
    const words = await files.upload({ name: 'b.txt', content: `Dear all,\n${UNWANTED}` });
    const whole = await files.upload({ name: 'c.txt', content: 'Quiet after eight.' });
    const packed = await files.upload({
      name: 'd.docx',
      mime: '',
      content: officeFile('docx', { 'word/a.xml': new TextEncoder().encode(UNWANTED) }),
    });
    const results = await files.scan(clean, words, whole, packed);
    expect(results).toMatchObject([{ status: 'clean' }, virus, virus, virus]);
  });

  test('API-48 a file of 25 MB is sent to the daemon completely', async () => {
    const content = Buffer.alloc(MAX_BYTES, 'a');
    const clean = await files.upload({ name: 'a.txt', content });
    content.write(UNWANTED, MAX_BYTES - UNWANTED.length);
    const late = await files.upload({ name: 'b.txt', content });
    expect(await files.scan(clean, late)).toMatchObject([{ status: 'clean' }, virus]);
  });

  test('API-48 while it is down nothing passes or can be sent, and once it is back the file can', async () => {
    const attachment = await files.upload({ name: 'a.txt', content: 'Quiet after ten.' });
    await clamd.stop();
    expect(await files.scan(attachment)).toMatchObject([scanError]);
    const send = () =>
      person.call('POST', `/conversations/${files.conversationId}/stream`, {
        content: 'When?',
        attachments: [attachment],
        idempotencyKey: crypto.randomUUID(),
      });
    expect(await send()).toMatchObject({ status: 422, body: { code: 'attachment_unavailable' } });
    await clamd.start();
    expect(await files.scan(attachment)).toMatchObject([{ status: 'clean' }]);
    const events = await person.send(files.conversationId, {
      content: 'When?',
      attachments: [attachment],
    });
    expect(events.at(-1)?.event).toBe('final');
  });

  test('API-48 a clean verdict of an older scanner is scanned again, one of the current scanner is not', async () => {
    const known = await files.upload({ name: 'a.txt', content: UNWANTED });
    const row = `attachments?supabase_path=eq.${known.supabasePath}`;
    const body = { scan_status: 'clean', scanned_by: 'checks 0, ClamAV 0.9/1' };
    const [{ scanned_by: scanner } = {}] = await server.rows(
      `attachments?supabase_path=eq.${(await files.cleanFile()).supabasePath}`,
    );
    expect(scanner).toMatch(/^checks \d+, ClamAV \d/);
    await server.rows(row, { method: 'PATCH', body: { ...body, scanned_by: scanner } });
    expect(await files.scan(known)).toMatchObject([{ status: 'clean' }]);
    await server.rows(row, { method: 'PATCH', body });
    expect(await files.scan(known)).toMatchObject([virus]);
    expect(await server.rows(row)).toMatchObject([{ scanned_by: scanner }]);
  });

  test('API-48 a daemon with a lower size limit than a file gives no verdict on it', async () => {
    const small = await startClamd(CLAMD ?? '', { streamMaxLength: '1M' });
    try {
      await expect(scanWithClamav(small.settings, new Uint8Array(MAX_BYTES))).rejects.toMatchObject(
        {
          name: 'ClamavError',
          code: expect.stringMatching(/^(too_large|hung_up)$/) as string,
        },
      );
      expect(await scanWithClamav(small.settings, new Uint8Array(1_000))).toEqual({ found: null });
    } finally {
      await small.remove();
    }
  });
});

test('API-48 a daemon that accepts connections but does not respond passes nothing, and other checks still run', async () => {
  const silent = createServer((socket) => socket.resume().on('error', () => undefined));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const server = await startConversationsServer({ clamav: { host: '127.0.0.1', port } });
  const { person, conversationId } = await server.personInConversation();
  const files = new FileClient(person, server.server, conversationId);
  const text = await files.upload({ name: 'a.txt', content: 'Quiet after ten.' });
  const picture = await files.upload({ name: 'b.pdf', mime: '', content: 'GIF89a' });
  expect(await files.scan(text, picture)).toMatchObject([scanError, { status: 'blocked' }]);
  await server.stop();
  silent.close();
});

describe('invalid responses are errors', () => {
  const bytes = new Uint8Array(4 * 1024 * 1024);
  const timing = { connectMs: 5_000, verdictMs: 300 };

  /** Scans bytes with a mock daemon. @param behave handles a connection */
  async function ask(behave: (socket: Socket) => void, asked = bytes) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      behave(socket);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    try {
      return await scanWithClamav({ host: '127.0.0.1', port }, asked, timing);
    } finally {
      server.close();
    }
  }
  /** Reads all chunks and responds. */
  const answering =
    (answer: string, end = true) =>
    (socket: Socket) => {
      socket.on('data', (data) => {
        if (data.subarray(-4).every((byte) => byte === 0)) socket.write(answer);
        if (end) socket.end();
      });
    };
  const whole = new Uint8Array(10).fill(1);

  test.each<[string, (socket: Socket) => void, string]>([
    ['silence', (socket) => socket.resume(), 'timeout'],
    ['silence to whom it does not read', (socket) => socket.pause(), 'timeout'],
    ['a connection that is closed', (socket) => socket.end(), 'hung_up'],
    [
      'a connection that is cut',
      (socket) => socket.once('data', () => socket.resetAndDestroy()),
      'hung_up',
    ],
    ['an OK to what it has not seen', (socket) => socket.write('stream: OK\0'), 'no_verdict'],
    [
      'a refusal of the size',
      (socket) => socket.write('INSTREAM size limit exceeded. ERROR\0'),
      'too_large',
    ],
    ['an answer without an end', (socket) => socket.write('x'.repeat(5_000)), 'no_verdict'],
    ['another protocol', (socket) => socket.write('HTTP/1.1 400 Bad Request\0'), 'no_verdict'],
  ])('%s', async (_, behave, code) => {
    await expect(ask(behave)).rejects.toMatchObject({ name: 'ClamavError', code });
  });

  test.each([
    ['an error', 'stream: Can’t allocate memory ERROR\0', 'no_verdict'],
    ['an OK of something else', 'other: OK\0', 'no_verdict'],
    ['half an answer', 'stream: OK', 'hung_up'],
  ])('%s', async (_, answer, code) => {
    await expect(ask(answering(answer), whole)).rejects.toMatchObject({ code });
  });

  test('a valid response is a verdict, even before the end of the upload', async () => {
    expect(await ask(answering('stream: OK\0', false), whole)).toEqual({ found: null });
    expect(await ask((socket) => socket.write('stream: Bad.Thing FOUND\0'))).toEqual({
      found: 'Bad.Thing',
    });
  });

  test('a refused connection is an error', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    server.close();
    await once(server, 'close');
    await expect(scanWithClamav({ host: '127.0.0.1', port }, bytes)).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
  });
});
