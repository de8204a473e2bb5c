import { useQueryClient, type DocumentTarget } from '@homie/api-client';
import {
  FILE_SIZE_MAX_BYTES,
  FILE_SIZE_MESSAGE,
  FILE_TYPE_MESSAGE,
  FILE_TYPES,
  isAcceptedFileType,
} from '@homie/contracts';
import { Button, IconAttach, toast } from '@homie/ui';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useAdminApi } from '../data/admin-api';
import { getErrorMessage } from '../data/show-failure';

const ACCEPTED_TYPES = Object.entries(FILE_TYPES)
  .flatMap(([extension, mimes]) => [`.${extension}`, ...mimes])
  .join(',');

interface UploadButtonProps {
  target: DocumentTarget;
  label: string;
  multiple?: boolean;
}

/** Opens the file chooser and uploads the files. */
export function UploadButton({ target, label, multiple = false }: UploadButtonProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const { busyLabel, start } = useUpload(target);
  return (
    <>
      <Button
        size="sm"
        busy={busyLabel !== undefined}
        busyLabel={busyLabel ?? label}
        onClick={() => chooser.current?.click()}
      >
        <IconAttach size={16} />
        <span>{label}</span>
      </Button>
      <UploadInput ref={chooser} multiple={multiple} onFiles={start} />
    </>
  );
}

interface UploadInputProps {
  ref: RefObject<HTMLInputElement | null>;
  multiple?: boolean;
  onFiles: (files: readonly File[]) => void;
}

/** The hidden input whose click opens the file chooser. */
export function UploadInput({ ref, multiple = false, onFiles }: UploadInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple={multiple}
      accept={ACCEPTED_TYPES}
      aria-label="Files to upload"
      onChange={({ currentTarget }) => {
        const files = Array.from(currentTarget.files ?? []);
        // The same file may be chosen again.
        currentTarget.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}

/** Uploads files one by one. Closing the dialog cancels those that are left. */
export function useUpload(target: DocumentTarget) {
  const { admin, api } = useAdminApi();
  const client = useQueryClient();
  const cancel = useRef<AbortController>(undefined);
  const [busyLabel, setBusyLabel] = useState<string>();
  useEffect(() => () => cancel.current?.abort(), []);

  async function upload(files: readonly File[]) {
    const { signal } = (cancel.current = new AbortController());
    for (const [index, file] of files.entries()) {
      if (signal.aborted) return;
      setBusyLabel(
        files.length === 1 ? 'Uploading...' : `Uploading ${index + 1} of ${files.length}...`,
      );
      const problem = checkFile(file);
      try {
        if (problem !== undefined) throw new Error(problem);
        await admin.uploadDocument(api, target, file, signal);
      } catch (error) {
        if (signal.aborted) return;
        const description = problem ?? getErrorMessage(error);
        toast.error({ title: `Failed to upload ${file.name}`, description });
      }
      await admin.invalidateDocuments(client);
    }
    setBusyLabel(undefined);
  }

  return { busyLabel, start: (files: readonly File[]) => void upload(files) };
}

function checkFile({ name, type, size }: File): string | undefined {
  if (!isAcceptedFileType({ name, mime: type })) return FILE_TYPE_MESSAGE;
  if (size > FILE_SIZE_MAX_BYTES) return FILE_SIZE_MESSAGE;
  return size === 0 ? 'The file is empty.' : undefined;
}
