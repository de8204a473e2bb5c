import {
  extractFile,
  type FileToExtract,
} from '../../../../../supabase/functions/_shared/domain/extract/extract-file.ts';

/** Runs in a process of its own: reads one file and is over. */
process.once('message', (file: FileToExtract) => {
  void extractFile(file).then((result) => process.send?.(result, () => process.exit(0)));
});
