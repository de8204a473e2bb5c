import { lazyAttachmentsApi, useApi } from '@homie/api-client';
import type { Attachment } from '@homie/contracts';
import { toast } from '@homie/ui';
import { useState } from 'react';

/**
 * Downloads files of a conversation, one at a time. Shows a toast if one cannot be downloaded.
 * @returns true while a download starts, and the function that starts one
 */
export function useDownloadFile(
  conversationId: string,
): [isStarting: boolean, download: (file: Pick<Attachment, 'name' | 'supabasePath'>) => void] {
  const api = useApi();
  const [isStarting, setStarting] = useState(false);

  async function download({ name, supabasePath }: Pick<Attachment, 'name' | 'supabasePath'>) {
    if (isStarting) return;
    setStarting(true);
    try {
      const { openFile } = await lazyAttachmentsApi();
      // The URL is valid for moments only, so each download requests a new one; one that arrives too late does not
      // navigate the page.
      const link = document.createElement('a');
      link.href = await openFile(api, conversationId, supabasePath);
      link.download = name;
      link.click();
    } catch {
      toast.error({
        title: 'Download failed',
        description: `${name} could not be downloaded. Please try again.`,
      });
    } finally {
      setStarting(false);
    }
  }
  return [isStarting, (file) => void download(file)];
}
