import { lazyAttachmentsApi, useApi, useQuery } from '@homie/api-client';
import type { ConversationFile, ConversationRow } from '@homie/contracts';
import { Dialog, EmptyState, ErrorState, IconAttach, List, SkeletonRows } from '@homie/ui';
import { useRef, useState } from 'react';
import { FileDialog } from '../../viewer/file-dialog';
import { FileRow } from './file-row';

interface FilesDialogProps {
  conversation: ConversationRow;
  /** Opens the conversation at a message. */
  onJump: (messageId: string) => void;
  onClose: () => void;
}

/**
 * All files of a conversation: each can be previewed, downloaded and found in its message. Escape and Back lead from a
 * preview to the list.
 */
export function FilesDialog({ conversation, onJump, onClose }: FilesDialogProps) {
  const api = useApi();
  const [open, setOpen] = useState<ConversationFile | null>(null);
  const [previewed, setPreviewed] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  const query = useQuery({
    queryKey: ['files', conversation.id],
    queryFn: async () => (await lazyAttachmentsApi()).listFiles(api, conversation.id),
    staleTime: 0,
  });
  const { data: files } = query;
  const closePreview = () => setOpen(null);
  if (open !== null)
    return (
      <FileDialog
        key="preview"
        conversationId={conversation.id}
        name={open.name}
        path={open.supabase_path}
        isFromList
        onClose={closePreview}
      />
    );
  return (
    <Dialog
      open
      size="lg"
      title="Files"
      description={<span translate="no">{conversation.title}</span>}
      initialFocusRef={opener}
      onClose={onClose}
    >
      {files?.length === 0 ? (
        <EmptyState
          icon={<IconAttach />}
          title="No files yet"
          description="Files that you send in this conversation are listed here."
        />
      ) : files ? (
        <List aria-label="Files" display="grid" gap="2">
          {files.map((file) => (
            <FileRow
              key={file.supabase_path}
              conversationId={conversation.id}
              file={file}
              // Closing its preview returns the focus to it.
              {...(file.supabase_path === previewed && { opener })}
              onPreview={() => {
                setOpen(file);
                setPreviewed(file.supabase_path);
              }}
              onJump={() => {
                onJump(file.message_id);
                onClose();
              }}
            />
          ))}
        </List>
      ) : query.isError ? (
        <ErrorState
          title="The files could not be loaded"
          description="Check your connection and try again."
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      ) : (
        <SkeletonRows rows={4} label="Loading files" />
      )}
    </Dialog>
  );
}
