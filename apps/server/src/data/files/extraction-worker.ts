import { extractFile } from '../../../../../supabase/functions/_shared/domain/extract/extract-file.ts';
import type { FileToExtract } from '../../../../../supabase/functions/_shared/domain/extract/extracted-file.ts';

/** Runs in a separate process: reads one file and exits. */
process.once('message', (file: FileToExtract) => {
  void extractFile(file).then((result) => process.send?.(result, () => process.exit(0)));
});
