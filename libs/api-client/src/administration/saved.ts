import type { AnswerSchema } from '../http/read-answer';
import { ApiError } from '../http/api-error';

/** How saving a record ended: kept, or refused because somebody else changed the record since it was read. */
export type Saved<Saving> =
  | { outcome: 'saved'; record: Saving }
  | {
      outcome: 'conflict';
      /** The record as it is now, with the version that a choice to write over it has to name. */
      current: Saving;
    };

/**
 * Makes a conflict that carries the current record into an outcome.
 * @throws whatever else the call throws
 */
export async function asSaved<Saving>(
  schema: AnswerSchema<Saving>,
  saving: Promise<Saving>,
): Promise<Saved<Saving>> {
  try {
    return { outcome: 'saved', record: await saving };
  } catch (error) {
    const current = conflicting(error);
    if (current === undefined) throw error;
    return { outcome: 'conflict', current: schema.parse(current) };
  }
}

function conflicting(error: unknown): unknown {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return undefined;
  const { details } = error;
  return typeof details === 'object' && details !== null && 'current' in details
    ? details.current
    : undefined;
}
