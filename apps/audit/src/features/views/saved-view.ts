import type { AuditView } from '@homie/contracts';
import { writeAddress } from '../../state/audit-address';
import type { AuditState } from '../../state/audit-state';

/** The parameter of an address that names the view which was opened. */
export const VIEW = 'view';

/** What a view keeps of a state: its address, without the page. */
export function toViewQuery(state: AuditState): { address: string } {
  return { address: writeAddress({ ...state, page: 1 }).toString() };
}

/** The address that opens a view. */
export function toAddress({ id, query }: Pick<AuditView, 'id' | 'query'>): URLSearchParams {
  const address = new URLSearchParams(typeof query.address === 'string' ? query.address : '');
  address.set(VIEW, id);
  return address;
}

/** The views by whose they are, each by name. Those of former administrators are among the others as well. */
export function sortViews(
  views: readonly AuditView[],
  userId: string | undefined,
): { own: AuditView[]; others: AuditView[]; abandoned: AuditView[] } {
  const byName = views.toSorted((one, other) => one.name.localeCompare(other.name));
  const others = byName.filter(({ user_id }) => user_id !== userId);
  return {
    own: byName.filter(({ user_id }) => user_id === userId),
    others,
    abandoned: others.filter(({ owner }) => owner?.role.name !== 'admin'),
  };
}

/** Whose a view is, in a word. */
export function ownerOf({ owner }: Pick<AuditView, 'owner'>): string {
  return owner?.email ?? 'a former user';
}

/** The view of that name among these, however it is written. */
export function findByName(views: readonly AuditView[], name: string): AuditView | undefined {
  const wanted = name.trim().toLowerCase();
  return views.find((view) => view.name.toLowerCase() === wanted);
}
