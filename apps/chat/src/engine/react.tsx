import {
  applyConversationChange,
  findConversation,
  followConversationChanges,
  refetchReadBefore,
  isDeletedHere,
  useApi,
  useQueryClient,
  whenDropped,
} from '@homie/api-client';
import { personalKey } from '@homie/auth';
import { useBusy, persisted, textSchema, useStore } from '@homie/composition';
import type { ConversationRow } from '@homie/contracts';
import { announce, toast } from '@homie/ui';
import {
  createContext,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { browserTabs } from './browser-tabs';
import { followInOneTab } from './changes-feed';
import { createChat, type Chat } from './chat';
import { createConversationStore } from './conversation-store';
import type { Edit } from './edits';
import { browserNetwork, serverNetwork } from './network';
import { createReplyTransport } from './reply-transport';
import type { Send } from './send';
import type { ChatNotices, LiveReply } from './state';
import { withTabLock } from './tab-lock';
import { listFiles } from './uploads/list-files';
import { createLazyUploader, type LazyUploader } from './uploads/lazy-uploader';
import { createUploadList, type Upload, type UploadList } from './uploads/upload-list';
import { createUploadMarks, type UploadMarks } from './uploads/upload-marks';

interface Engine {
  chat: Chat;
  uploads: { list: UploadList; uploader: LazyUploader; marks: UploadMarks };
}

const EngineContext = createContext<Engine | null>(null);

let isUnsavedReported = false;

const notices: ChatNotices = {
  started: () => announce('The assistant is replying.'),
  reconnecting: () => announce('The server cannot be reached. Trying again.'),
  finished: ({ stopped }) => announce(stopped ? 'Reply stopped.' : 'Reply finished.'),
  failed: (notice) => toast.error(notice),
  unsaved() {
    if (isUnsavedReported) return;
    isUnsavedReported = true;
    toast.error({
      title: 'Not Saved',
      description:
        'This browser cannot save messages you have not sent. They are lost if you close or reload this page.',
    });
  },
};

function reportNotLoaded(retry: () => void): void {
  toast.error({
    title: 'Upload Failed',
    description: 'The upload could not start. Check your connection and try again.',
    action: { label: 'Retry', run: retry },
  });
}

function reportCutOff(name: string): void {
  const description = `${name} was not uploaded completely. Please attach it again.`;
  toast.error({ title: 'Upload Failed', description });
}

/** Runs the chat of one user while it is mounted, whichever conversation is open. */
export function ChatProvider({ userId, children }: { userId: string; children: ReactNode }) {
  const api = useApi();
  const client = useQueryClient();
  const engine = useMemo((): Engine => {
    const transport = createReplyTransport(api);
    const conversations = createConversationStore(client);
    const chat = createChat({ userId, transport, conversations, notices });
    const list = createUploadList();
    const marks = createUploadMarks(userId, withTabLock);
    const uploader = createLazyUploader(async () => {
      const { createFileTransport, createUploader, uploadToasts } = await import('./uploads');
      const { drafts } = chat;
      const files = createFileTransport(api);
      return createUploader({ list, drafts, marks, transport: files, notices: uploadToasts });
    }, reportNotLoaded);
    return { chat, uploads: { list, uploader, marks } };
  }, [api, client, userId]);

  useBusy(useStore(engine.chat.store, ({ running }) => running.size > 0));
  useEffect(() => engine.chat.start(), [engine]);
  useEffect(() => {
    const { marks, uploader } = engine.uploads;
    let stop = marks.start(reportCutOff);
    // Going back may show this page again, without the uploads that leaving it aborted.
    const restart = () => {
      stop();
      stop = marks.start(reportCutOff);
    };
    // Before the browser aborts the requests, which would otherwise be reported as failures.
    window.addEventListener('pagehide', uploader.leave);
    window.addEventListener('pageshow', restart);
    return () => {
      window.removeEventListener('pagehide', uploader.leave);
      window.removeEventListener('pageshow', restart);
      stop();
      uploader.leave();
    };
  }, [engine]);

  return <EngineContext value={engine}>{children}</EngineContext>;
}

function useEngine(): Engine {
  const engine = use(EngineContext);
  if (engine === null) throw new Error('The chat needs a ChatProvider above it');
  return engine;
}

/** The chat of the signed-in user. */
export function useChat(): Chat {
  return useEngine().chat;
}

/** Selects one value of the live reply. Re-renders only when the value changes, not with each word. */
export function useReply<Fact extends string | boolean | null | undefined>(
  conversationId: string,
  select: (reply: LiveReply | undefined) => Fact,
): Fact {
  return useStore(useChat().store, ({ replies }) => select(replies.get(conversationId)));
}

/** The conversations in which a reply arrives. */
export function useRunningConversations(): ReadonlySet<string> {
  return useStore(useChat().store, ({ running }) => running);
}

/** The sends of a conversation that the server has not acknowledged. */
export function useSends(conversationId: string): Send[] {
  const sends = useStore(useChat().store, (state) => state.sends);
  return useMemo(
    () => sends.filter((send) => send.conversationId === conversationId),
    [sends, conversationId],
  );
}

/** The conversations with a draft. */
export function useDraftedConversations(): ReadonlySet<string> {
  const { drafts } = useChat();
  return useSyncExternalStore(drafts.subscribe, drafts.conversations);
}

/** Returns whether a draft is empty, or one of these texts, which are offered to fill it. */
export function useIsOffered(draftId: string, texts: readonly string[]): boolean {
  const { drafts } = useChat();
  return useSyncExternalStore(drafts.subscribe, () => {
    const draft = drafts.read(draftId);
    return draft.trim() === '' || texts.includes(draft);
  });
}

/** The edit of a conversation, and a function that saves it. */
export function useEdit(
  conversationId: string,
): [edit: Edit | null, write: (edit: Edit | null) => void] {
  const { edits } = useChat();
  const edit = useStore(edits, () => edits.get(conversationId));
  const write = useCallback(
    (next: Edit | null) => void edits.set(conversationId, next),
    [edits, conversationId],
  );
  return [edit, write];
}

/** Adds files to messages and removes them. */
export function useUploader(): LazyUploader {
  return useEngine().uploads.uploader;
}

/** The files of the message that is being written in a conversation. */
export function useFiles(conversationId: string): Upload[] {
  const { list } = useEngine().uploads;
  const { drafts } = useChat();
  const uploads = useSyncExternalStore(list.subscribe, list.all);
  const attached = useSyncExternalStore(drafts.subscribe, () => drafts.files(conversationId));
  return useMemo(
    () => listFiles(conversationId, attached, uploads),
    [conversationId, attached, uploads],
  );
}

/** Returns `true` if the browser is online, as far as it knows. */
export function useOnline(): boolean {
  return useSyncExternalStore(browserNetwork.subscribe, browserNetwork.isOnline);
}

/** Returns `true` if the server can be reached: not offline, nor while the server is down. */
export function useServerReachable(): boolean {
  return useSyncExternalStore(serverNetwork.subscribe, serverNetwork.isOnline);
}

interface LiveConversations {
  userId: string;
  /** Called when a conversation was deleted elsewhere: in another tab, on another device, by the server. */
  onRemoved: (id: string, row: ConversationRow | undefined) => void;
}

/** Applies changes of the user's conversations, wherever they happen, to everything on the screen. */
export function useLiveConversations({ userId, onRemoved }: LiveConversations): void {
  const api = useApi();
  const client = useQueryClient();
  const { noticeChange } = useChat();
  const removed = useEffectEvent(onRemoved);

  useEffect(() => {
    const cursor = persisted(personalKey(userId, 'changes'), textSchema);
    return followInOneTab({
      follow: (after, signal) => followConversationChanges(api, { after, signal }),
      tabs: browserTabs(userId),
      cursor: {
        read: () => cursor.refresh() || null,
        // If the tab closes before this device no longer stores what a change removed, the next tab reads the change again.
        write: (id) => void whenDropped().then(() => cursor.setState(id)),
      },
      onChange(change, id) {
        const row =
          change.event === 'removed' ? findConversation(client, change.data.id) : undefined;
        applyConversationChange(client, change);
        switch (change.event) {
          case 'changed':
            noticeChange(change.data.id, Number(id));
            break;
          case 'removed':
            if (!isDeletedHere(client, change.data.id)) removed(change.data.id, row);
            break;
          case 'ready':
            refetchReadBefore(client, Number(id));
            break;
        }
      },
    });
  }, [api, client, noticeChange, userId]);
}
