/**
 * Counts the streams that each person has open in this process. Of too many the oldest is ended: whoever reads it asks
 * again if it still matters, and no account holds the server by opening more and more.
 */
export class OpenStreams {
  readonly #limit: number;
  readonly #people = new Map<string, Set<AbortController>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns a signal that is aborted when the stream has to end, and what to call when it has ended */
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
