import { useApi, useQuery, useQueryClient } from '@homie/api-client';
import { useSession } from '@homie/auth';
import { useSearchParams } from '@homie/composition';
import type { AuditView } from '@homie/contracts';
import { useAuditApi } from '../../api/audit-api';
import type { AuditControl } from '../../state/use-audit-state';
import { sortViews, toAddress, toViewQuery, VIEW } from './saved-view';

const KEY = ['audit', 'views'] as const;

/** The saved views, and the one that the address was opened from. */
export interface Views {
  /** Undefined until they are read. */
  own: readonly AuditView[] | undefined;
  /** Those that other administrators share. */
  others: readonly AuditView[] | undefined;
  /** Those of the others with a former administrator as owner: every administrator may delete them. */
  abandoned: readonly AuditView[] | undefined;
  failed: boolean;
  opened: AuditView | undefined;
  /** True if the state has changed since the view was opened. */
  isChanged: boolean;
  open: (view: AuditView) => void;
  /** Stores which view the screen shows now. */
  note: (view: AuditView) => void;
  /** Refetches the views. */
  refresh: () => Promise<void>;
}

/** Returns the views of the signed-in user. The address defines the shown state: a view only writes the address. */
export function useViews({ state }: Pick<AuditControl, 'state'>): Views {
  const api = useApi();
  const { listAuditViews } = useAuditApi();
  const userId = useSession()?.user.id;
  const client = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const { data, isError } = useQuery({
    queryKey: [...KEY, userId],
    queryFn: () => listAuditViews(api),
  });
  const sorted = data && sortViews(data, userId);
  const opened = data?.find(({ id }) => id === query.get(VIEW));

  return {
    own: sorted?.own,
    others: sorted?.others,
    abandoned: sorted?.abandoned,
    failed: isError,
    opened,
    isChanged: opened !== undefined && opened.query.address !== toViewQuery(state).address,
    open: (view) => setQuery(toAddress(view)),
    note: ({ id }) =>
      setQuery(
        (current) => {
          const next = new URLSearchParams(current);
          next.set(VIEW, id);
          return next;
        },
        { replace: true },
      ),
    refresh: () => client.invalidateQueries({ queryKey: KEY }),
  };
}
