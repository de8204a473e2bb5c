import { lazyAttachmentsApi, useApi } from '@homie/api-client';
import { Button, IconDownload, toast } from '@homie/ui';
import { useState } from 'react';

interface DownloadButtonProps {
  versionId: string;
  fileName: string;
}

/** Downloads the original file of a cited document. */
export function DownloadButton({ versionId, fileName }: DownloadButtonProps) {
  const api = useApi();
  const [busy, setBusy] = useState(false);

  async function download() {
    setBusy(true);
    try {
      const { downloadDocument } = await lazyAttachmentsApi();
      await downloadDocument(api, versionId);
    } catch {
      toast.error({
        title: 'Download failed',
        description: `${fileName} could not be downloaded. Please try again.`,
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button size="sm" variant="outline" busy={busy} onClick={() => void download()}>
      <IconDownload size={16} />
      Download file
    </Button>
  );
}
