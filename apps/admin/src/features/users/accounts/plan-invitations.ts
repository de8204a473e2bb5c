import type { AdminApi } from '@homie/api-client';
import type { SignInProvider } from '@homie/composition';
import {
  roleNameSchema,
  type ImportCheck,
  type InvitationRow,
  type RoleName,
} from '@homie/contracts';
import { foldSearch } from '@homie/contracts/search-text';
import { findProvider } from '@homie/widgets';
import {
  describeFirstIssue,
  findRepeats,
  type PlannedRow,
} from '../../../imports/model/planned-row';
import type { TableRow } from '../../../imports/model/read-table';
import { roleName } from '../../../people/role-name';

const roleNames = new Intl.ListFormat('en-AU', { type: 'disjunction' }).format(
  roleNameSchema.options.map(roleName),
);
const UNKNOWN_ROLE = `Unknown role. Use ${roleNames}.`;

const NOT_ASSIGNED = 'Only support workers are assigned to participants.';

/** Returns the address of a row as the server stores it. */
export function rowEmail(
  { cells }: TableRow,
  { cleanAddress }: Pick<AdminApi, 'cleanAddress'>,
): string {
  return cleanAddress(cells['email'] ?? '').toLowerCase();
}

/** Returns the names of participants in a row, which are separated by semicolons. */
export function rowParticipants({ cells }: TableRow): string[] {
  const names = (cells['participants'] ?? '').split(';').map((name) => name.trim());
  return names.filter((name) => name !== '');
}

/** Plans what the rows of a table do: invite an address, nothing, or nothing because of an error. */
export function planInvitations(
  rows: readonly TableRow[],
  { existing, invited, participants }: ImportCheck,
  api: Pick<AdminApi, 'invitationRowSchema' | 'cleanAddress'>,
  providers: readonly SignInProvider[],
): PlannedRow<InvitationRow>[] {
  const findRepeat = findRepeats();
  const ids = new Map<string, string[]>();
  for (const { id, display_name, status } of participants) {
    if (status !== 'active') continue;
    const name = foldSearch(display_name).toLowerCase();
    ids.set(name, [...(ids.get(name) ?? []), id]);
  }

  return rows.map((row) => {
    const email = rowEmail(row, api);
    const names = rowParticipants(row);
    const role = findRole(row.cells['role'] ?? '');
    const name = row.cells['name'] ?? '';
    const shown = {
      line: row.line,
      title: email || 'No email',
      details: [name, role ? roleName(role) : row.cells['role'], names.join(', ')]
        .filter((text) => text !== '' && text !== undefined)
        .join(' · '),
    };
    const fail = (reason: string) => ({ ...shown, state: 'error' as const, reason });

    if (role === undefined) return fail(UNKNOWN_ROLE);
    const parsed = api.invitationRowSchema.safeParse({
      email,
      role,
      participantIds: [],
      name,
    });
    if (!parsed.success) return fail(describeFirstIssue(parsed.error));
    const first = findRepeat(email, row);
    if (first !== undefined) return fail(`The same address is in line ${first}.`);
    if (existing.includes(email)) return fail('This address has an account already.');
    if (names.length > 0 && role !== 'support_worker') return fail(NOT_ASSIGNED);
    const participantIds: string[] = [];
    for (const wanted of names) {
      const [id, ...others] = ids.get(foldSearch(wanted).toLowerCase()) ?? [];
      if (id === undefined) return fail(`No active participant is named ${wanted}.`);
      if (others.length > 0) return fail(`Several active participants are named ${wanted}.`);
      participantIds.push(id);
    }
    if (invited.includes(email)) return { ...shown, state: 'unchanged', reason: 'Invited already' };
    const entry = { ...parsed.data, participantIds };
    const provider = findProvider(providers, email);
    if (!provider?.only) return { ...shown, state: 'new', entry };
    return { ...shown, state: 'new', entry, note: `Signs in with ${provider.name}` };
  });
}

function findRole(text: string): RoleName | undefined {
  const name = text.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return roleNameSchema.options.find((role) => role === name);
}
