import { IconAttach, IconButton } from '@homie/ui';
import { useRef } from 'react';
import { useUploader } from '../engine/react';
import { FILE_TYPES } from '@homie/contracts';

/** The `accept` attribute of the file chooser: extensions for desktops, MIME types for phones. */
const ACCEPTED_TYPES = Object.entries(FILE_TYPES)
  .flatMap(([extension, mimes]) => [`.${extension}`, ...mimes])
  .join(',');

interface AttachButtonProps {
  onFiles: (files: File[]) => void;
  /** Called when the file chooser closes, with or without a choice. */
  onClosed: () => void;
}

/** Opens the file chooser. */
export function AttachButton({ onFiles, onClosed }: AttachButtonProps) {
  const uploader = useUploader();
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <IconButton
        label="Attach files"
        size="sm"
        icon={<IconAttach />}
        onPointerEnter={uploader.warm}
        onFocus={uploader.warm}
        onClick={() => chooser.current?.click()}
      />
      <input
        ref={chooser}
        type="file"
        hidden
        multiple
        accept={ACCEPTED_TYPES}
        aria-label="Files to attach"
        onChange={({ currentTarget }) => {
          onFiles(Array.from(currentTarget.files ?? []));
          // The same file may be chosen again after it was removed.
          currentTarget.value = '';
          onClosed();
        }}
      />
    </>
  );
}
