import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ChatClient } from './support/chat-client.ts';
import { FileClient } from './support/file-client.ts';
import { processAt } from './support/process-at.ts';
import {
  CAN_MEASURE,
  startMeasuredServer,
  type MeasuredServer,
} from './support/measured-server.ts';

const MAX_BYTES = 26_214_400;
const EMAIL = 'worker@secondhomie.example';

describe.skipIf(!CAN_MEASURE)('a server in a separate process', () => {
  let server: MeasuredServer;
  let person: ChatClient;
  let files: FileClient;
  beforeAll(async () => {
    server = await startMeasuredServer();

    const process = processAt(server.url, server.publishableKey);
    const response = await process.call('/auth/v1/token?grant_type=password', {
      method: 'POST',
      body: JSON.stringify({ email: EMAIL, password: 'homie-demo-2026' }),
    });
    const session = (await response.json()) as { access_token: string; user: { id: string } };
    person = new ChatClient(
      process,
      { accessToken: session.access_token, refreshToken: '', userId: session.user.id },
      EMAIL,
    );
    const { rows } = (await person.get('/assistants')) as { rows: { id: string }[] };
    const conversationId = await person.startConversation(rows[0]?.id ?? '');
    files = new FileClient(person, process, conversationId);
    // Memory that the first upload of this size allocates for good in any process.
    await files.cleanFile({ content: Buffer.alloc(MAX_BYTES, 'z') });
  });
  afterAll(() => server.stop());

  /** Returns the peak growth of memory, as a multiple of the largest file. */
  async function growthOf(work: () => Promise<unknown>): Promise<number> {
    const before = await server.memory();
    await server.resetPeak();
    await work();
    const { peak } = await server.memory();
    return (peak - before.now) / MAX_BYTES;
  }

  test('four further uploads of 25 MB in a row, each scanned, use less memory than three of them', async () => {
    const growth = await growthOf(async () => {
      for (const letter of ['a', 'b', 'c', 'd'])
        await files.cleanFile({ content: Buffer.alloc(MAX_BYTES, letter) });
    });
    expect(growth).toBeLessThan(3);
  }, 180_000);

  test('a call of more than 40 MB is refused before it has been sent completely', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = [
      'POST /functions/v1/conversations HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: ${person.authorization}`,
      `apikey: ${server.publishableKey}`,
      'Content-Type: application/json',
      `Content-Length: ${40 * 1024 * 1024 + 1}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n{"endpoint":`);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
  });
});
