import { participantInputSchema, type ImportCheck, type ParticipantInput } from '@homie/contracts';
import { foldSearch } from '@homie/contracts/search-text';
import { newId } from '@homie/widgets/new-id';
import { describeFirstIssue, findRepeats, type PlannedRow } from '../../imports/model/planned-row';
import type { TableRow } from '../../imports/model/read-table';

/** A participant to be added. The id is chosen here, so that sending a row again adds no second one. */
export type PlannedParticipant = ParticipantInput & { id: string };

/** Plans what the rows of a table do: add a participant, nothing, or nothing because of an error. */
export function planParticipants(
  rows: readonly TableRow[],
  { participants }: Pick<ImportCheck, 'participants'>,
): PlannedRow<PlannedParticipant>[] {
  const findRepeat = findRepeats();
  const existing = new Set(
    participants.map(({ display_name }) => foldSearch(display_name).toLowerCase()),
  );
  return rows.map((row) => {
    const name = row.cells['name'] ?? '';
    const status = (row.cells['status'] || 'active').toLowerCase();
    const shown = { line: row.line, title: name || 'No name', details: status };
    const parsed = participantInputSchema.safeParse({ display_name: name, status });
    if (!parsed.success)
      return { ...shown, state: 'error', reason: describeFirstIssue(parsed.error) };
    const key = foldSearch(name).toLowerCase();
    const first = findRepeat(key, row);
    if (first !== undefined)
      return { ...shown, state: 'error', reason: `The same name is in line ${first}.` };
    if (existing.has(key))
      return { ...shown, state: 'unchanged', reason: 'A participant has this name already' };
    return { ...shown, state: 'new', entry: { ...parsed.data, id: newId() } };
  });
}
