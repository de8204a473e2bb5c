import { AppError } from '@homie/contracts/requests';
import { classifyTrouble, type Database } from '../../data/database/index.ts';
import type { CallDatabase } from './function-handler.ts';

const CODES = {
  full: 'storage_full',
  unavailable: 'unavailable',
  'too slow': 'unavailable',
  none: 'internal',
} as const;

/** Calls the database for our own functions directly instead of over REST, as its owner. */
export function createDatabaseCalls(database: Database): CallDatabase {
  return async (name, args) => {
    const parameters = Object.keys(args).map(
      (key, index) => `${key} => $${index + 1}::text::jsonb`,
    );
    try {
      const [row] = await database.query(
        `select public.${name}(${parameters.join(', ')}) as answer`,
        Object.values(args).map((value) => JSON.stringify(value)),
      );
      return row?.['answer'];
    } catch (error) {
      throw toAppError(error);
    }
  };
}

/** Returns the error for callers. The database's own error may repeat the data of the query, and is logged. */
export function toAppError(error: unknown): AppError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'nothing';
  const cause = new Error(`The database answered ${code}`);
  return new AppError(CODES[classifyTrouble(error) ?? 'none'], undefined, { cause });
}
