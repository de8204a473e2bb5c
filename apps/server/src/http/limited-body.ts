/**
 * A body that is passed on as it comes, up to a limit: nothing of it is kept here.
 */
export class LimitedBody {
  /** What is passed on. It fails once the body turns out to be longer than the limit. */
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
      // Taken from the sender only when somebody asks for it.
      { highWaterMark: 0 },
    );
  }

  /** Whether more came than the limit allows. */
  get exceeded(): boolean {
    return this.#received > this.#limit;
  }

  /** Reads and drops what nobody took, `most` bytes in all. A sender that is gone has nothing more to say. */
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
