import type { SequencedStreamEvent } from '@homie/contracts';

type Listener = (events: readonly SequencedStreamEvent[] | 'ended') => void;

interface LocalTurn {
  stop: () => void;
  listeners: Set<Listener>;
}

/**
 * Notifies readers in this process immediately of events that a turn of this process has stored, and its writer of a
 * stop. Only a shortcut: events that are missed here are in the database.
 */
export class TurnSignals {
  readonly #turns = new Map<string, LocalTurn>();

  /** Registers a turn that is written in this process. */
  begin(turnId: string, stop: () => void): void {
    this.#turns.set(turnId, { stop, listeners: new Set() });
  }

  /** Publishes events that are stored in the database. */
  publish(turnId: string, events: readonly SequencedStreamEvent[]): void {
    for (const listener of this.#turns.get(turnId)?.listeners ?? []) listener(events);
  }

  /** Notifies readers that the end of the turn is stored in the database, and unregisters the turn. */
  end(turnId: string): void {
    const turn = this.#turns.get(turnId);
    this.#turns.delete(turnId);
    for (const listener of turn?.listeners ?? []) listener('ended');
  }

  /** Stops the turn if it is written here. */
  stop(turnId: string): void {
    this.#turns.get(turnId)?.stop();
  }

  /** Subscribes to a turn. @returns a function that unsubscribes, or undefined if the turn is not written here */
  listen(turnId: string, listener: Listener): (() => void) | undefined {
    const listeners = this.#turns.get(turnId)?.listeners;
    listeners?.add(listener);
    return listeners && (() => void listeners.delete(listener));
  }
}
