import { savedDocumentSchema } from '@homie/contracts/admin';
import { PATIENCE } from '@homie/server/testing';
import { expect, test, vi } from 'vitest';
import { startConversationsServer } from './support/conversations-server.ts';
import { uploadBody } from './support/file-client.ts';

test('DOCS-17 the progress of reading is stored while a file is read', async () => {
  let finish: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (finish = resolve));
  const slow = await startConversationsServer({
    dependencies: {
      async extractFile(_file, { onProgress } = {}) {
        onProgress?.(0.5);
        await gate;
        return { parts: [{ text: 'Wash your hands.' }], tables: [], notes: [] };
      },
    },
  });
  const person = await slow.person('admin');
  const assistantId = await slow.assistant({ label: 'House Rules' });
  const file = { name: 'Long.txt', mime: 'text/plain', content: 'Wash your hands.' };
  const answer = await person.call('POST', '/documents/upload', {
    ...uploadBody(file),
    assistantId,
  });
  const { versionId } = savedDocumentSchema.parse(answer.body.data);
  const row = async () => (await slow.rows(`document_versions?id=eq.${versionId}`))[0];
  await vi.waitFor(
    async () => expect(await row()).toMatchObject({ status: 'reading', progress: 62 }),
    PATIENCE,
  );
  finish();
  await vi.waitFor(
    async () => expect(await row()).toMatchObject({ status: 'ready', progress: 100 }),
    PATIENCE,
  );
  await slow.stop();
});
