import { AppError } from '@homie/contracts/requests';
import type { BrokenRule } from '../_shared/http/data-access.ts';

const UNIQUE = '23505';
const FOREIGN_KEY = '23503';
const CHECK = '23514';
/** Code for a missing privilege. */
export const PRIVILEGE = '42501';
/** Codes for a timestamp that is invalid in Postgres: in the year 0, or with an offset of a whole day. */
const NO_MOMENT = ['22007', '22008', '22009'];

function onParticipant(message: string): AppError {
  const issues = [{ path: 'participant_id', message }];
  return new AppError('validation_failed', message, { details: { issues } });
}

/** Returns the error for administrators when the database refuses an assistant; undefined for an unknown code. */
export function explainAssistant({ code, message }: BrokenRule): AppError | undefined {
  if (NO_MOMENT.includes(code)) return new AppError('validation_failed');
  switch (code) {
    case UNIQUE:
      return message.includes('participant_id')
        ? onParticipant('A participant has at most one assistant')
        : new AppError('conflict', 'A unique constraint was violated.');
    case FOREIGN_KEY:
      return onParticipant('This participant no longer exists');
    case CHECK:
      return new AppError('validation_failed');
    case PRIVILEGE:
      return new AppError('admin_required');
    default:
      return undefined;
  }
}

/** Returns the error for administrators when the database refuses a grant; undefined for an unknown code. */
export function explainGrant({ code, message }: BrokenRule): AppError | undefined {
  switch (code) {
    case FOREIGN_KEY:
      return new AppError(
        'not_found',
        message.includes('assistant_id') ? 'Assistant not found' : 'User not found',
      );
    case PRIVILEGE:
      return new AppError('admin_required');
    default:
      return undefined;
  }
}
