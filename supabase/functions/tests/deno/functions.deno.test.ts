import { generateKeyPairSync } from 'node:crypto';
import { conversationListSchema } from '@homie/contracts';
import { auditVerificationSchema } from '@homie/contracts/admin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { officeFile } from '../../_shared/domain/scan/testing/office-files.ts';
import type { ChatClient } from '../support/chat-client.ts';
import { CLAMD, startClamd, UNWANTED, type Clamd } from '../support/clamd.ts';
import {
  startConversationsServer,
  type ConversationsServer,
} from '../support/conversations-server.ts';
import { serveOnDeno, type DenoFunction } from '../support/deno.ts';
import { FileClient } from '../support/file-client.ts';
import { processAt } from '../support/process-at.ts';
import { joinText, getTurnId } from '../support/stream-reading.ts';

const SWEEP_KEY = 'a-key-that-is-as-long-as-it-has-to-be';

let server: ConversationsServer;
let clamd: Clamd | undefined;
let started: DenoFunction[] = [];
/** Routes each call to the function of its path: both run on Deno. */
let onDeno: ReturnType<typeof processAt>;
let person: ChatClient;
let conversationId: string;
let files: FileClient;
beforeAll(async () => {
  server = await startConversationsServer();
  clamd = CLAMD === undefined ? undefined : await startClamd(CLAMD);
  const { supabaseUrl, anonKey, serviceRoleKey } = server.environment;
  const variables = {
    SUPABASE_URL: supabaseUrl,
    SUPABASE_ANON_KEY: anonKey,
    SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
    DEMO_DELAY_MS: '0',
    SWEEP_KEY,
    AUDIT_SIGNING_KEY: generateKeyPairSync('ed25519')
      .privateKey.export({ type: 'pkcs8', format: 'der' })
      .toString('base64'),
    ...(clamd && {
      CLAMAV_HOST: clamd.settings.host,
      CLAMAV_PORT: String(clamd.settings.port),
    }),
  };
  started = await Promise.all(
    ['conversations', 'security-scan', 'audit', 'sweep'].map((name) =>
      serveOnDeno(name, variables),
    ),
  );
  const [conversations, scan, audit, sweep] = started.map(({ url }) => processAt(url, anonKey));
  onDeno = {
    call: async (path, init) => {
      const chosen =
        { 'security-scan': scan, audit, sweep }[path.split('/')[3] ?? ''] ?? conversations;
      if (chosen === undefined) throw new Error('not started');
      return chosen.call(path, init);
    },
  };
  const opened = await server.personInConversation();
  conversationId = opened.conversationId;
  person = opened.person.on(onDeno);
  files = new FileClient(person, onDeno, conversationId);
});
afterAll(async () => {
  await Promise.all(started.map((running) => running.stop()));
  await clamd?.remove();
  await server.stop();
});

test('sends a message, streams and lists its reply, and replays it from the journal', async () => {
  const events = await person.send(conversationId, { content: 'When is it quiet? After ten.' });
  expect(events.map(({ event }) => event).filter((event) => event !== 'delta')).toEqual(
    expect.arrayContaining(['created', 'final']),
  );
  expect(joinText(events)).not.toBe('');
  const messages = await person.messages(conversationId);
  expect(messages).toMatchObject([
    { role: 'user', content: 'When is it quiet? After ten.' },
    { role: 'assistant', content: joinText(events) },
  ]);
  const again = await person.resume(conversationId, getTurnId(events));
  expect(joinText(again)).toBe(joinText(events));
  const { rows } = conversationListSchema.parse(await person.get('/conversations'));
  expect(rows.map(({ id }) => id)).toEqual([conversationId]);
});

test('uploads, scans, sends, quotes and downloads a file', async () => {
  const attachment = await files.cleanFile({ content: 'Quiet hours begin after ten.' });
  const events = await person.send(conversationId, {
    content: 'When do quiet hours begin?',
    attachments: [attachment],
  });
  expect(joinText(events)).toContain('Quiet hours begin after ten.');
  const { body } = await files.link(attachment.supabasePath);
  const saved = await fetch((body.data as { url: string }).url);
  expect(await saved.text()).toBe('Quiet hours begin after ten.');
});

test('documents are unpacked and scanned as on Node', async () => {
  const macros = officeFile('docx', { 'word/vbaProject.bin': new Uint8Array(10) });
  const uploaded = await Promise.all(
    [officeFile('docx'), macros].map((content, index) =>
      files.upload({ name: `${index}.docx`, mime: '', content }),
    ),
  );
  expect((await files.scan(...uploaded)).map(({ status }) => status)).toEqual(['clean', 'blocked']);
});

test('8 MB arrive unchanged', async () => {
  const content = Buffer.alloc(8_000_000, 'abc');
  expect((await files.cleanFile({ content })).size).toBe(content.length);
});

// Skipped if clamd is not installed, like its tests on Node.
test.skipIf(CLAMD === undefined)('the virus scanner is called over TCP', async () => {
  const unwanted = await files.upload({ name: 'a.txt', content: UNWANTED });
  expect(await files.scan(unwanted)).toMatchObject([
    {
      status: 'blocked',
      reason: 'The file contains a known virus. Delete it, and check the device that it came from.',
    },
  ]);
});

test('the audit log is verified against a checkpoint signed on Deno', async () => {
  const admin = await server.person('admin');
  const begin = async () => {
    const response = await onDeno.call('/functions/v1/audit', {
      method: 'POST',
      headers: { authorization: admin.authorization },
      body: JSON.stringify({ endpoint: '/verifications', method: 'POST' }),
    });
    const { data } = (await response.json()) as { data: unknown };
    return auditVerificationSchema.parse(data);
  };
  const first = await begin();
  expect(first).toMatchObject({ checkpoint: null, problem: null });
  expect(await begin()).toMatchObject({
    checkpoint: { seq: first.head.seq, outsideDatabase: false },
    problem: null,
  });
  const line = `audit checkpoint ${first.head.seq} ${first.head.hash}`;
  await expect.poll(() => started.flatMap((each) => each.lines())).toContain(line);
});

test('a schedule sweeps turns, files and the audit log, and only with its key', async () => {
  const call = async (key: string) => {
    const response = await onDeno.call('/functions/v1/sweep', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
    });
    return { status: response.status, body: (await response.json()) as { data: unknown } };
  };
  expect(await call(SWEEP_KEY)).toMatchObject({
    status: 200,
    body: { data: { turns: 'done', files: 'done', audit: 'done' } },
  });
  expect((await call('another key')).status).toBe(401);
});

test('calls without a session, or with an invalid one, are refused', async () => {
  for (const name of ['conversations', 'security-scan', 'audit', 'sweep']) {
    const path = `/functions/v1/${name}`;
    for (const headers of [undefined, { authorization: 'Bearer rubbish' }]) {
      const response = await onDeno.call(path, {
        method: 'POST',
        ...(headers && { headers }),
        body: '{}',
      });
      expect(response.status).toBe(401);
      await response.body?.cancel();
    }
  }
});
