import type { AnswerSchema } from '../http/read-answer';
import { ApiError } from '../http/api-error';

/** The outcome of saving a record: saved, or rejected because another user changed the record since it was read. */
export type Saved<Saving> =
  | { outcome: 'saved'; record: Saving }
  | {
      outcome: 'conflict';
      /** The current record, with the version that a request to overwrite it has to name. */
      current: Saving;
    };

/**
 * Converts a conflict that contains the current record to an outcome.
 * @throws any other error of the call
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
