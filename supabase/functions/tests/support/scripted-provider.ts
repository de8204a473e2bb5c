import type {
  AiProvider,
  ProviderCapabilities,
  ProviderEvent,
  TurnRequest,
} from '../../_shared/ai/provider.ts';
import { TEXT_ONLY } from '../../_shared/ai/text-only.ts';

type Step = { event: ProviderEvent } | { error: unknown } | 'end';

/** A reply whose events the test emits. */
export class ScriptedReply {
  readonly request: TurnRequest;
  readonly signal: AbortSignal;
  readonly #steps: Step[] = [];
  #wake: () => void = () => undefined;

  constructor(request: TurnRequest, signal: AbortSignal) {
    this.request = request;
    this.signal = signal;
  }

  emit(event: ProviderEvent): this {
    return this.#add({ event });
  }

  /** Starts the reply as providers do: with the run and the message. */
  start(): this {
    return this.emit({ type: 'created', responseId: 'resp_1', model: 'model-1' }).emit({
      type: 'message',
      openaiMessageId: 'msg_1',
    });
  }

  write(text: string): this {
    return this.emit({ type: 'delta', text });
  }

  finish(): this {
    return this.emit({ type: 'done', usage: { output_tokens: 3 } });
  }

  fail(error: unknown): this {
    return this.#add({ error });
  }

  /** Ends the stream without a closing event. */
  breakOff(): this {
    return this.#add('end');
  }

  async *events(): AsyncGenerator<ProviderEvent> {
    for (;;) {
      const step = this.#steps.shift();
      if (step === undefined) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      } else if (step === 'end') {
        return;
      } else if ('error' in step) {
        throw step.error;
      } else {
        yield step.event;
      }
    }
  }

  #add(step: Step): this {
    this.#steps.push(step);
    this.#wake();
    return this;
  }
}

/** An AI provider that the test controls. It ignores aborts, as a hanging one would. */
export class ScriptedProvider implements AiProvider {
  readonly kind = 'scripted';
  capabilities: ProviderCapabilities = TEXT_ONLY;
  /** Number of requested replies. */
  calls = 0;
  readonly #started: ScriptedReply[] = [];
  readonly #waiting: ((reply: ScriptedReply) => void)[] = [];

  stream(request: TurnRequest, { signal }: { signal: AbortSignal }): AsyncIterable<ProviderEvent> {
    this.calls += 1;
    const reply = new ScriptedReply(request, signal);
    const waiting = this.#waiting.shift();
    if (waiting) waiting(reply);
    else this.#started.push(reply);
    return reply.events();
  }

  /** Resolves with the next requested reply. */
  reply(): Promise<ScriptedReply> {
    const started = this.#started.shift();
    return started
      ? Promise.resolve(started)
      : new Promise((resolve) => this.#waiting.push(resolve));
  }
}
