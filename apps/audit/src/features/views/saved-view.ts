import type { AuditView } from '@homie/contracts';
import { writeAddress } from '../../state/audit-address';
import type { AuditState } from '../../state/audit-state';

/** The parameter of an address that names the view which was opened. */
export const VIEW = 'view';

/** Returns the stored query of a view: the address of the state, without the page. */
export function toViewQuery(state: AuditState): { address: string } {
  return { address: writeAddress({ ...state, page: 1 }).toString() };
}

/** Returns the address that opens a view. */
export function toAddress({ id, query }: Pick<AuditView, 'id' | 'query'>): URLSearchParams {
  const address = new URLSearchParams(typeof query.address === 'string' ? query.address : '');
  address.set(VIEW, id);
  return address;
}

/** Groups the views by owner, each sorted by name. `others` includes `abandoned`, those of former administrators. */
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

/** Returns the display name of a view's owner. */
export function getOwnerName({ owner }: Pick<AuditView, 'owner'>): string {
  return owner?.email ?? 'a former user';
}

/** Finds a view by its name, ignoring case and surrounding whitespace. */
export function findByName(views: readonly AuditView[], name: string): AuditView | undefined {
  const wanted = name.trim().toLowerCase();
  return views.find((view) => view.name.toLowerCase() === wanted);
}
