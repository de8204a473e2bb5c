import { List } from '@homie/ui';
import { useRef } from 'react';
import { isUnderWay, type Upload } from '../../engine/uploads/upload-list';
import { useUploader } from '../../engine/react';
import { FileChip } from './file-chip';

export interface FileChipsProps {
  conversationId: string;
  files: readonly Upload[];
  /** Called when the last file was removed, and the focus with it. */
  onEmptied: () => void;
}

/** The files of the draft. */
export function FileChips({ conversationId, files, onEmptied }: FileChipsProps) {
  const uploader = useUploader();
  const list = useRef<HTMLUListElement>(null);

  function remove(file: Upload, index: number) {
    const buttons = list.current?.querySelectorAll('button');
    const next = buttons?.[index + 1] ?? buttons?.[index - 1];
    if (next) next.focus();
    else onEmptied();
    if (isUnderWay(file)) uploader.cancel(file.id);
    else if (file.supabasePath !== null) uploader.detach(conversationId, file.supabasePath);
  }

  return (
    <List
      ref={list}
      aria-label="Attached files"
      display="flex"
      flexWrap="wrap"
      gap="2"
      maxHeight="min(10.5rem, 20dvh)"
      overflowY="auto"
      paddingInline="3"
      paddingTop="3"
    >
      {files.map((file, index) => (
        <FileChip key={file.id} file={file} onRemove={() => remove(file, index)} />
      ))}
    </List>
  );
}
