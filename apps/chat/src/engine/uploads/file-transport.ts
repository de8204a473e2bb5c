import { lazyAttachmentsApi, type Api } from '@homie/api-client';
import type { Attachment, ScanResponse } from '@homie/contracts';

/** Uploads, scans and removes files on the server. */
export interface FileTransport {
  upload: (conversationId: string, file: File, signal: AbortSignal) => Promise<Attachment>;
  /** The verdict on an uploaded file; undefined if the scanner has none. */
  scan: (file: Attachment, signal: AbortSignal) => Promise<ScanResponse['results'][0] | undefined>;
  /** Removes an unsent file from the server. If the request fails, the server removes the file later. */
  forget: (conversationId: string, supabasePath: string) => void;
}

/** The transport to the real backend. */
export function createFileTransport(api: Api): FileTransport {
  return {
    async upload(conversationId, file, signal) {
      const { uploadFile } = await lazyAttachmentsApi();
      return uploadFile(api, conversationId, file, signal);
    },
    async scan(file, signal) {
      const { scanFiles } = await lazyAttachmentsApi();
      const results = await scanFiles(api, [file], signal);
      return results.find(({ supabasePath }) => supabasePath === file.supabasePath);
    },
    forget(conversationId, supabasePath) {
      lazyAttachmentsApi()
        .then(({ removeUpload }) => removeUpload(api, conversationId, supabasePath))
        .catch(() => undefined);
    },
  };
}
