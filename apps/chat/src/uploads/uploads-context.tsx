import { useApi } from '@homie/api-client';
import { toast } from '@homie/ui';
import {
  createContext,
  use,
  useEffect,
  useMemo,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { whileAlone } from '../storage/while-alone';
import { useTurns } from '../turns/turns-context';
import { filesOf } from './files-of';
import { createLazyUploader, type LazyUploader } from './lazy-uploader';
import { createUploadList, type Upload, type UploadList } from './upload-list';
import { createUploadMarks, type UploadMarks } from './upload-marks';

interface Uploads {
  list: UploadList;
  uploader: LazyUploader;
  marks: UploadMarks;
}

const UploadsContext = createContext<Uploads | null>(null);

function notLoaded(again: () => void): void {
  toast.error({
    title: 'Upload Failed',
    description: 'The upload could not start. Check your connection and try again.',
    action: { label: 'Try again', run: again },
  });
}

function cutOff(name: string): void {
  const description = `${name} was not uploaded completely. Please attach it again.`;
  toast.error({ title: 'Upload Failed', description });
}

/** Takes the files of one person, while the chat is on the page, whichever conversation is open. Needs a TurnsProvider. */
export function UploadsProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const api = useApi();
  const { drafts } = useTurns();
  const uploads = useMemo((): Uploads => {
    const list = createUploadList();
    const marks = createUploadMarks(userId, whileAlone);
    const uploader = createLazyUploader(async () => {
      const { createFileTransport, createUploader, uploadToasts } = await import('./index');
      const transport = createFileTransport(api);
      return createUploader({ list, drafts, marks, transport, notices: uploadToasts });
    }, notLoaded);
    return { list, uploader, marks };
  }, [api, drafts, userId]);

  useEffect(() => {
    const { marks, uploader } = uploads;
    const stop = marks.start(cutOff);
    // Before the browser aborts the requests, which would look like failures that were told.
    window.addEventListener('pagehide', uploader.leave);
    return () => {
      window.removeEventListener('pagehide', uploader.leave);
      stop();
      uploader.leave();
    };
  }, [uploads]);

  return <UploadsContext value={uploads}>{children}</UploadsContext>;
}

function useUploads(): Uploads {
  const uploads = use(UploadsContext);
  if (uploads === null) throw new Error('useUploads needs an UploadsProvider above it');
  return uploads;
}

/** What takes files into messages and out of them. */
export function useUploader(): LazyUploader {
  return useUploads().uploader;
}

/** The files of the message that is being written in a conversation. */
export function useFiles(conversationId: string): Upload[] {
  const { list } = useUploads();
  const { drafts } = useTurns();
  const uploads = useSyncExternalStore(list.subscribe, list.all);
  const attached = useSyncExternalStore(drafts.subscribe, () => drafts.files(conversationId));
  return useMemo(
    () => filesOf(conversationId, attached, uploads),
    [conversationId, attached, uploads],
  );
}
