import {
  keepPreviousData,
  lazyAdminApi,
  useApi,
  useQuery,
  useQueryClient,
  type AssistantPageSearch,
} from '@homie/api-client';

/** Keys of what this screen reads; `all` covers every one of them. */
export const assistantKeys = {
  all: ['admin', 'assistants'] as const,
  page: (search: AssistantPageSearch) => ['admin', 'assistants', 'page', search] as const,
  one: (id: string) => ['admin', 'assistants', 'one', id] as const,
  part: (id: string, part: string) => ['admin', 'assistants', 'one', id, part] as const,
};

/** A page of the assistants; the previous one stays while another is read. */
export function useAssistantPage(search: AssistantPageSearch) {
  const api = useApi();
  return useQuery({
    queryKey: assistantKeys.page(search),
    queryFn: async ({ signal }) => (await lazyAdminApi()).listAssistantPage(api, search, signal),
    placeholderData: keepPreviousData,
  });
}

/** One assistant, for a dialog that an address opens. */
export function useAssistant(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: assistantKeys.one(id),
    queryFn: async ({ signal }) => (await lazyAdminApi()).getAssistant(api, id, signal),
  });
}

/** Has everything that shows assistants read anew, the chat's lists too. */
export function useAssistantsChanged(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    void client.invalidateQueries({ queryKey: ['assistants'] });
    await client.invalidateQueries({ queryKey: assistantKeys.all });
  };
}
