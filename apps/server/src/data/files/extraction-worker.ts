import { extractFile } from '../../../../../supabase/functions/_shared/domain/extract/extract-file.ts';
import type {
  ExtractedFile,
  FileToExtract,
} from '../../../../../supabase/functions/_shared/domain/extract/extracted-file.ts';
import { readCharacterMap } from './read-character-map.ts';

/** Message to the parent process: the share that was read, or the result, which is the last message. */
export type ExtractionMessage = { progress: number } | { result: ExtractedFile };

const send = (message: ExtractionMessage, onSent: () => void = () => undefined) =>
  process.send?.(message, onSent);

/** Runs in a separate process: reads one file and exits. */
process.once('message', (file: FileToExtract) => {
  const onProgress = (progress: number) => void send({ progress });
  void extractFile(file, { onProgress, readCharacterMap }).then((result) =>
    send({ result }, () => process.exit(0)),
  );
});
