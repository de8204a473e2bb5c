import { idSchema } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import * as z from 'zod/mini';

/** A position in the list: after this row. */
export const listPositionSchema = z.object({
  pinned: z.boolean(),
  /** Time of the row in microseconds, which a JavaScript `Date` would round. */
  moment: z.int(),
  id: idSchema(),
});
export type ListPosition = z.infer<typeof listPositionSchema>;

const WRITTEN_PLACE = /^([po])\.(\d{1,16})\.([0-9a-f-]{36})$/;

/** Encodes a position as an opaque, URL-safe cursor. */
export function writeCursor({ pinned, moment, id }: ListPosition): string {
  return btoa(`${pinned ? 'p' : 'o'}.${moment}.${id}`)
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * Decodes a cursor; returns undefined for an empty one, which is the start of the list.
 * @throws AppError validation_failed
 */
export function readCursor(cursor: string): ListPosition | undefined {
  if (cursor === '') return undefined;
  const [, part, moment, id] = WRITTEN_PLACE.exec(decode(cursor)) ?? [];
  const position = listPositionSchema.safeParse({
    pinned: part === 'p',
    moment: Number(moment),
    id,
  });
  if (!position.success) {
    throw new AppError('validation_failed', 'cursor must come from an earlier answer');
  }
  return position.data;
}

function decode(cursor: string): string {
  try {
    return atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
  } catch {
    return '';
  }
}
