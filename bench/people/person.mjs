// A simulated user: signs in, lists, sends, reads the reply to its end, and waits a while before the next message.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const PATH = '/functions/v1/conversations';
/** Less than the lifetime of an access token, which is one hour. */
const SIGN_IN_AGAIN_MS = 45 * 60_000;

export class Person {
  #urls;
  #requests = 0;
  #headers;
  #account;
  #signedInAt = 0;

  /**
   * @param {{ email: string, password: string }} account
   * @param {{ urls: string[], apikey: string, address: string }} place the processes, which are used in turn, and the
   * IP address of the user that a proxy would forward
   */
  constructor(account, { urls, apikey, address }) {
    this.#account = account;
    this.#urls = urls;
    this.#headers = { apikey, 'content-type': 'application/json', 'x-forwarded-for': address };
  }

  /** @returns milliseconds that it took */
  async signIn() {
    const started = performance.now();
    const response = await this.#request('/auth/v1/token?grant_type=password', this.#account);
    const { access_token: token } = await response.json();
    this.#headers.authorization = `Bearer ${token}`;
    this.#signedInAt = performance.now();
    return performance.now() - started;
  }

  /** @returns milliseconds that it took */
  async list() {
    const started = performance.now();
    await (await this.#call('GET', '/conversations')).json();
    return performance.now() - started;
  }

  async begin(assistantId) {
    const response = await this.#call('POST', '/conversations', { assistantId });
    return (await response.json()).data.id;
  }

  /** Sends a message and reads its reply. @returns milliseconds until the first event and until the last */
  async send(conversationId) {
    const started = performance.now();
    const response = await this.#call('POST', `/conversations/${conversationId}/stream`, {
      content: 'What do the house rules say about visitors?',
      idempotencyKey: randomUUID(),
    });
    let first;
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (first === undefined && text.includes('\nevent: ')) first = performance.now() - started;
    }
    if (!text.includes('event: final')) throw new Error('a reply without an end');
    return { first, last: performance.now() - started };
  }

  /** Sends messages until the time is over, with a pause of a random length between them. */
  async talk(conversationId, { until, thinkMs, onReply }) {
    await delay(Math.random() * thinkMs);
    while (performance.now() < until) {
      if (performance.now() - this.#signedInAt > SIGN_IN_AGAIN_MS) await this.signIn();
      onReply(await this.send(conversationId));
      await delay(thinkMs * (0.5 + Math.random()));
    }
  }

  #call(method, endpoint, body) {
    return this.#request(PATH, { endpoint, method, ...(body && { body }) });
  }

  async #request(path, body) {
    this.#requests += 1;
    const url = this.#urls[this.#requests % this.#urls.length];
    const response = await fetch(url + path, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify(body),
    });
    if (!response.ok)
      throw new Error(`${path} answered ${response.status} ${await response.text()}`);
    return response;
  }
}
