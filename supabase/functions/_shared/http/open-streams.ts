/**
 * Limits the open streams of each user in this process. If there are too many, it closes the oldest: its reader
 * reconnects if it still needs the stream, and no account can exhaust the server by opening more and more.
 */
export class OpenStreams {
  readonly #limit: number;
  readonly #people = new Map<string, Set<AbortController>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns a signal that is aborted when the stream must close, and a function to call when it has closed */
  open(personId: string): { signal: AbortSignal; close: () => void } {
    const streams = this.#people.get(personId) ?? new Set();
    this.#people.set(personId, streams);
    const stream = new AbortController();
    streams.add(stream);
    const close = (closed: AbortController) => {
      streams.delete(closed);
      if (streams.size === 0) this.#people.delete(personId);
    };
    const [oldest] = streams;
    if (oldest && streams.size > this.#limit) {
      close(oldest);
      oldest.abort();
    }
    return { signal: stream.signal, close: () => close(stream) };
  }
}
