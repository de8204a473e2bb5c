/** A streamed body with a size limit: nothing of it is buffered here. */
export class LimitedBody {
  /** The forwarded body. It errors once the body exceeds the limit. */
  readonly stream: ReadableStream<Uint8Array>;
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #limit: number;
  #received = 0;

  constructor(body: ReadableStream<Uint8Array>, limit: number) {
    this.#reader = body.getReader();
    this.#limit = limit;
    this.stream = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          const chunk = await this.#read();
          if (this.exceeded) controller.error(new RangeError('The body is longer than allowed'));
          else if (chunk) controller.enqueue(chunk);
          else controller.close();
        },
      },
      // Read from the sender only when the consumer pulls.
      { highWaterMark: 0 },
    );
  }

  /** True if more bytes than the limit were received. */
  get exceeded(): boolean {
    return this.#received > this.#limit;
  }

  /** Reads and discards the unread body, `most` bytes in all. Errors of a disconnected sender are ignored. */
  async drain(most: number): Promise<void> {
    try {
      while (this.#received <= most && (await this.#read()) !== undefined);
    } catch {
      return;
    }
  }

  async #read(): Promise<Uint8Array | undefined> {
    const { done, value } = await this.#reader.read();
    if (done) return undefined;
    this.#received += value.byteLength;
    return value;
  }
}
