import {
  appendDelta,
  type SequencedStreamEvent,
  type StreamEvent,
  type TurnStatus,
} from '@homie/contracts';
import type { TurnAppend, TurnEnd, TurnReading, TurnState, TurnStore } from './turn-store.ts';

/**
 * A turn that only this process has, in memory: the reply of an assistant that an administrator tries. It is written
 * and read like a stored turn, and is gone with its reader.
 */
export class TrialTurn implements Pick<
  TurnStore,
  'append' | 'finish' | 'read' | 'fold' | 'interruptStale'
> {
  readonly id: string;
  readonly #events: SequencedStreamEvent[];
  #status: TurnStatus = 'running';
  #sources: Pick<TurnAppend, 'citations' | 'notes'> = {};

  /** @param id of the turn, and of the question, which is not stored either */
  constructor(id: string) {
    this.id = id;
    this.#events = [{ event: 'info', data: { turnId: id, userMessageId: id }, seq: 1 }];
  }

  async append(appends: readonly TurnAppend[]): Promise<TurnState[]> {
    for (const { events, citations, notes } of appends) {
      if (citations && notes) this.#sources = { citations, notes };
      this.#events.push(...events);
    }
    return appends.map(() => ({ status: this.#status, stopRequested: false }));
  }

  async finish(_id: string, end: TurnEnd): Promise<SequencedStreamEvent> {
    this.#status = end.status;
    const closing = { ...this.#closingEvent(end), seq: this.#events.length + 1 };
    this.#events.push(closing);
    return closing;
  }

  async read(_id: string, afterSeq: number): Promise<TurnReading> {
    return { status: this.#status, stale: false, events: this.#events.slice(afterSeq) };
  }

  async fold(): Promise<void> {}

  async interruptStale(): Promise<number> {
    return 0;
  }

  #closingEvent({ status, errorCode, errorMessage = '', retryable = false }: TurnEnd): StreamEvent {
    if (status === 'requires_action')
      return { event: 'requires_action', data: { message: errorMessage } };
    if (status !== 'completed' && status !== 'stopped')
      return {
        event: 'error',
        data: { message: errorMessage, code: errorCode ?? 'internal', retryable },
      };
    const { citations = [], notes = [] } = this.#sources;
    return {
      event: 'final',
      data: {
        messageId: null,
        text: this.#events.reduce(appendDelta, ''),
        openaiMessageId: null,
        ...(status === 'stopped' && { stopped: true }),
        ...(citations.length > 0 && { citations: [...citations] }),
        ...(notes.length > 0 && { notes: [...notes] }),
      },
    };
  }
}
