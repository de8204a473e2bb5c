import { AppError } from '@homie/contracts';
import { isUnavailable, type Database } from '../database/index.ts';
import type { CallDatabase } from './function-handler.ts';

/** The short way from our own functions to the database: past REST, as its owner. */
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
      // The error itself may repeat what was to be stored, and ends up in a log.
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'nothing';
      const cause = new Error(`The database answered ${code}`);
      throw new AppError(isUnavailable(error) ? 'unavailable' : 'internal', undefined, { cause });
    }
  };
}
