import { createStore } from '@homie/composition';

/** The state of a chosen file. A failed one is removed at once. */
export type UploadState = 'queued' | 'uploading' | 'scanning' | 'attached' | 'failed';

/** A file that was chosen on this page. */
export interface Upload {
  /** Generated on this page. */
  id: string;
  conversationId: string;
  name: string;
  size: number;
  state: UploadState;
  /** In percent; 100 once it is attached. */
  progress: number;
  /** The path on the server, once it is attached. */
  supabasePath: string | null;
  /** Absent if it was chosen on an earlier visit or in another tab. */
  file?: File;
}

/** The files that were chosen on this page, oldest first. */
export interface UploadList {
  /** The same array until something changes. */
  all: () => readonly Upload[];
  /** Adds one, or replaces the one with the same id. */
  put: (upload: Upload) => void;
  remove: (id: string) => void;
  subscribe: (listener: () => void) => () => void;
}

/** A list without files. */
export function createUploadList(): UploadList {
  const { getState, setState, subscribe } = createStore<readonly Upload[]>([]);
  return {
    all: getState,
    put: (upload) =>
      setState((uploads) =>
        uploads.some(({ id }) => id === upload.id)
          ? uploads.map((one) => (one.id === upload.id ? upload : one))
          : [...uploads, upload],
      ),
    remove: (id) => setState((uploads) => uploads.filter((upload) => upload.id !== id)),
    subscribe,
  };
}

/** Returns true while a file is queued, uploading or being scanned. */
export function isUnderWay({ state }: Pick<Upload, 'state'>): boolean {
  return state === 'queued' || state === 'uploading' || state === 'scanning';
}
