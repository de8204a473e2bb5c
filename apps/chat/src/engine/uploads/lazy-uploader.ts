/** Adds files from the user's disk to a message: checks, uploads and scans them, and only then attaches them. */
export interface Uploader {
  add: (conversationId: string, files: readonly File[]) => void;
  /** Cancels a pending file and removes it from the server. */
  cancel: (id: string) => void;
  /** Removes an attached file from the message and from the server. */
  detach: (conversationId: string, supabasePath: string) => void;
  /** Aborts all pending files. Their marks remain, so that the next visit can report them. */
  leave: () => void;
}

/** An uploader whose code is loaded on first use. */
export interface LazyUploader extends Uploader {
  /** Preloads the code, because the user is about to choose a file. */
  warm: () => void;
}

/**
 * @param load called again after it failed
 * @param notLoaded called when files could not be added because the code failed to load; `again` retries
 */
export function createLazyUploader(
  load: () => Promise<Uploader>,
  notLoaded: (again: () => void) => void,
): LazyUploader {
  let loading: Promise<Uploader> | undefined;
  let loaded: Uploader | undefined;

  async function get(): Promise<Uploader> {
    loading ??= load();
    try {
      return (loaded = await loading);
    } catch (error) {
      loading = undefined;
      throw error;
    }
  }
  function runAction(action: (uploader: Uploader) => void) {
    const again = () => runAction(action);
    get().then(action, () => notLoaded(again));
  }
  return {
    warm: () => void get().catch(() => undefined),
    add: (conversationId, files) => runAction((uploader) => uploader.add(conversationId, files)),
    cancel: (id) => loaded?.cancel(id),
    detach: (conversationId, path) =>
      runAction((uploader) => uploader.detach(conversationId, path)),
    leave: () => loaded?.leave(),
  };
}
