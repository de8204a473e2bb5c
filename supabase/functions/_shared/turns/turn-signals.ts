import type { SequencedStreamEvent } from '@homie/contracts';

type Listener = (events: readonly SequencedStreamEvent[] | 'ended') => void;

interface LocalTurn {
  stop: () => void;
  listeners: Set<Listener>;
}

/**
 * Tells readers in this process at once what a turn written in this process has stored, and its writer that it shall
 * stop. Only a short cut: whatever is missed here is found in the database.
 */
export class TurnSignals {
  readonly #turns = new Map<string, LocalTurn>();

  /** Announces a turn that is written in this process. */
  begin(turnId: string, stop: () => void): void {
    this.#turns.set(turnId, { stop, listeners: new Set() });
  }

  /** Hands on events that are in the database. */
  publish(turnId: string, events: readonly SequencedStreamEvent[]): void {
    for (const listener of this.#turns.get(turnId)?.listeners ?? []) listener(events);
  }

  /** Says that the database has the end of the turn. */
  end(turnId: string): void {
    const turn = this.#turns.get(turnId);
    this.#turns.delete(turnId);
    for (const listener of turn?.listeners ?? []) listener('ended');
  }

  /** Stops the turn if it is written here. */
  stop(turnId: string): void {
    this.#turns.get(turnId)?.stop();
  }

  /** @returns how to stop listening, or undefined when the turn is not written here */
  listen(turnId: string, listener: Listener): (() => void) | undefined {
    const listeners = this.#turns.get(turnId)?.listeners;
    listeners?.add(listener);
    return listeners && (() => void listeners.delete(listener));
  }
}
