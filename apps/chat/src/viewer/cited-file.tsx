import { lazyAttachmentsApi, useApi, useQuery } from '@homie/api-client';
import { FileDialog } from './file-dialog';
import { parseFilePlace } from './file-place';

interface CitedFileProps {
  conversationId: string;
  /** `{conversation}/{file}`, as the address names it. */
  file: string;
  place: string | null;
  onClose: () => void;
}

/** Shows a file of a conversation at the position that a reply cites. */
export function CitedFile({ conversationId, file, place, onClose }: CitedFileProps) {
  const api = useApi();
  const path = `attachments/${file}`;
  const { data, isPending } = useQuery({
    queryKey: ['files', conversationId],
    queryFn: async () => (await lazyAttachmentsApi()).listFiles(api, conversationId),
  });
  const name = data?.find(({ supabase_path }) => supabase_path === path)?.name ?? 'File';
  return (
    <FileDialog
      {...{ conversationId, name, path, onClose }}
      isLoading={isPending}
      place={parseFilePlace(place)}
    />
  );
}
