import { AsyncLocalStorage } from 'node:async_hooks';
import type { Transaction } from '@electric-sql/pglite';

/**
 * Remembers which transaction the current chain of calls has open, so that a query issued beside
 * the transaction object, but on its behalf, joins it instead of waiting for it for ever.
 */
export class TransactionScope {
  readonly #storage = new AsyncLocalStorage<{ transaction?: Transaction | undefined }>();

  /** Runs `work` as a chain of calls of its own; a transaction that is open already stays visible. */
  run<T>(work: () => T): T {
    return this.#storage.run({ ...this.#storage.getStore() }, work);
  }

  get open(): Transaction | undefined {
    return this.#storage.getStore()?.transaction;
  }

  set open(transaction: Transaction | undefined) {
    const store = this.#storage.getStore();
    if (store) store.transaction = transaction;
  }
}
