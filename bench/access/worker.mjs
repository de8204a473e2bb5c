import { randomUUID } from 'node:crypto';

const FILE = 'Quiet after ten.';

/** Opens the chat of a worker in a browser. */
export async function openWorker(browser, server) {
  const session = await server.signIn('worker@secondhomie.example');
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.addInitScript(
    ([key, value]) => localStorage.setItem(key, value),
    ['sb-homie-auth-token', JSON.stringify(session)],
  );
  const call = async (method, endpoint, body) =>
    (await (await server.call(session, { method, endpoint, ...(body && { body }) })).json()).data;

  /** Creates and opens a conversation with a file, in which a reply is streaming. */
  async function begin(assistantId) {
    const { id } = await call('POST', '/conversations', { assistantId, title: randomUUID() });
    const { attachment } = await call('POST', `/conversations/${id}/upload`, {
      file: Buffer.from(FILE).toString('base64'),
      filename: 'rules.txt',
      size: FILE.length,
      mime: 'text/plain',
    });
    const scan = await fetch(`${server.url}/functions/v1/security-scan`, {
      method: 'POST',
      headers: { authorization: `Bearer ${session.access_token}`, apikey: server.publishableKey },
      body: JSON.stringify({ files: [attachment] }),
    });
    if (!scan.ok) throw new Error(await scan.text());
    await page.goto(`${server.url}/app?conversation=${id}`);
    const stream = await server.call(session, {
      method: 'POST',
      endpoint: `/conversations/${id}/stream`,
      body: { content: 'Go on', attachments: [attachment], idempotencyKey: randomUUID() },
    });
    const reading = stream.text();
    await page.getByText('word5 ').first().waitFor();
    await page.locator(`a[href*="${id}"]`).first().waitFor();
    const requestFile = async () =>
      (
        await fetch(`${server.url}/functions/v1/conversations`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${session.access_token}`,
            apikey: server.publishableKey,
            'content-type': 'application/json',
          },
          body: JSON.stringify({
            method: 'POST',
            endpoint: `/conversations/${id}/file`,
            body: { supabasePath: attachment.supabasePath },
          }),
        })
      ).ok;
    if (!(await requestFile())) throw new Error('The file is out of reach from the beginning');
    return { id, reading, requestFile };
  }

  return {
    session,
    /**
     * Starts a conversation, revokes access, and waits until everything is gone.
     * @returns milliseconds, by lost item
     */
    async lose({ assistantId, take }) {
      const { id, reading, requestFile } = await begin(assistantId);
      const started = performance.now();
      const since = () => performance.now() - started;
      const gone = (locator) => locator.waitFor({ state: 'detached', timeout: 60_000 }).then(since);
      const fileGone = async () => {
        while (await requestFile());
        return since();
      };
      const taking = take();
      const [entry, conversation, words, stream, file] = await Promise.all([
        gone(page.locator(`a[href*="${id}"]`)),
        gone(page.getByRole('article', { name: 'You' })),
        gone(page.getByText('word5 ')),
        reading.then(since),
        fileGone(),
        taking,
      ]);
      return { entry, conversation: Math.max(conversation, words), stream, file };
    },
  };
}
