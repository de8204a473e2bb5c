import {
  keepPreviousData,
  lazyAdminApi,
  useApi,
  useQuery,
  useQueryClient,
  type ParticipantSearch,
} from '@homie/api-client';
import type { Participant } from '@homie/contracts';

/** Keys of what this screen reads; `all` covers every one of them. */
export const participantKeys = {
  all: ['admin', 'participants'] as const,
  page: (search: ParticipantSearch) => ['admin', 'participants', 'page', search] as const,
  one: (id: string) => ['admin', 'participants', 'one', id] as const,
  part: (id: string, part: string) => ['admin', 'participants', 'one', id, part] as const,
};

/** A page of the participants; the previous one stays while another is read. */
export function useParticipantPage(search: ParticipantSearch) {
  const api = useApi();
  return useQuery({
    queryKey: participantKeys.page(search),
    queryFn: async () => (await lazyAdminApi()).listParticipants(api, search),
    placeholderData: keepPreviousData,
  });
}

/** One participant, for a dialog that an address opens. @param known as the table shows it, until it is read */
export function useParticipant(id: string, known?: Participant) {
  const api = useApi();
  return useQuery({
    queryKey: participantKeys.one(id),
    queryFn: async () => (await lazyAdminApi()).getParticipant(api, id),
    ...(known && { placeholderData: known }),
    staleTime: 0,
  });
}

/** Has everything that shows participants, or who may see them, read anew. */
export function useParticipantsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    // The chat lists the participants' assistants.
    void client.invalidateQueries({ queryKey: ['assistants'] });
    for (const others of ['assistants', 'viewers', 'history', 'users'])
      void client.invalidateQueries({ queryKey: ['admin', others] });
    await client.invalidateQueries({ queryKey: participantKeys.all });
  };
}
