import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  startConversationsServer,
  type ConversationsServer,
} from './support/conversations-server.ts';
import { FileClient, uploadBody } from './support/file-client.ts';

let server: ConversationsServer;
beforeAll(async () => {
  // 1,000 bytes
  server = await startConversationsServer({ filesMaxGb: 1e-6 });
});
afterAll(() => server.stop());

const file = (size: number) => uploadBody({ name: 'a.txt', content: 'a'.repeat(size) });
const full = (remedy: string) => ({
  status: 507,
  body: {
    ok: false,
    code: 'storage_full',
    error: `The files of your organisation use all of their 0.000001 GB. ${remedy}`,
  },
});
const fullToUser = full('Ask an administrator to delete some, or to raise the limit.');

test('LIMITS-03, TRY-11 the files of all people and documents share the space of the organisation', async () => {
  const { person, conversationId } = await server.personInConversation();
  const files = new FileClient(person, server.server, conversationId);
  const { supabasePath } = await files.upload({ name: 'a.txt', content: 'a'.repeat(600) });
  const admin = await server.person('admin');
  const assistantId = await server.assistant({ label: 'Policies' }, [person]);
  const upload = (size: number) =>
    admin.call('POST', '/documents/upload', { ...file(size), assistantId });

  expect(await files.tryUpload(file(401))).toEqual(fullToUser);
  expect(await upload(401)).toEqual(full('Delete some, or raise FILES_MAX_GB on the server.'));
  expect((await upload(400)).status).toBe(200);
  expect(await files.tryUpload(file(1))).toEqual(fullToUser);

  expect((await files.remove(supabasePath)).status).toBe(200);
  expect((await files.tryUpload(file(600))).status).toBe(200);
});
