import { useApi, useQuery, useQueryClient } from '@homie/api-client';
import { useAuditApi } from '../../../api/audit-api';
import type { AuditState } from '../../../state/audit-state';
import { subjects, type NamedField } from './model/fields';
import { namedIds, type NameOf } from './model/search-state';
import type { FoundName } from './model/suggest';

const nameKey = (field: NamedField, id: string) => ['audit', 'name', subjects[field], id] as const;

/** Looks up and caches the names of ids in filters. */
export interface Names {
  nameOf: NameOf;
  lookUp: (field: NamedField, text: string) => Promise<FoundName[]>;
  learn: (field: NamedField, name: FoundName) => void;
}

/** Loads the names of the ids in a state. A deleted record has none. */
export function useNames(state: AuditState): Names {
  const api = useApi();
  const { readAuditName, suggestUsers, suggestAssistants, suggestParticipants } = useAuditApi();
  const client = useQueryClient();
  const ids = namedIds(state);
  const { data } = useQuery({
    queryKey: ['audit', 'names', ids],
    queryFn: async () => {
      const names = ids.map(async ({ field, id }) => {
        const queryFn = () => readAuditName(api, subjects[field], id);
        const queryKey = nameKey(field, id);
        return [id, await client.fetchQuery({ queryKey, queryFn, staleTime: Infinity })] as const;
      });
      return Object.fromEntries(await Promise.all(names));
    },
    enabled: ids.length > 0,
  });
  const lookUps = {
    user: suggestUsers,
    assistant: suggestAssistants,
    participant: suggestParticipants,
  };
  return {
    nameOf: (field, id) =>
      data?.[id] ?? client.getQueryData<string | null>(nameKey(field, id)) ?? undefined,
    lookUp: (field, text) => lookUps[subjects[field]](api, text),
    learn: (field, { id, label }) => client.setQueryData(nameKey(field, id), label),
  };
}
