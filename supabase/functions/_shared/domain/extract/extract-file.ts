import type { FileKind } from '@homie/contracts';
import { claimedKind } from '@homie/contracts/requests';
import { Allowance } from './allowance.ts';
import { extractCsv } from './extract-csv.ts';
import { extractDocx } from './extract-docx.ts';
import { extractPdf } from './extract-pdf.ts';
import { extractText } from './extract-text.ts';
import { extractXls } from './extract-xls.ts';
import { extractXlsx } from './extract-xlsx.ts';
import {
  EXTRACTION_LIMITS,
  isBlank,
  nothing,
  type ExtractedFile,
  type ExtractionLimits,
  type FileToExtract,
  type OnProgress,
  type ReadCharacterMap,
} from './extracted-file.ts';
import { noText, tookTooLong, tookTooLongForAny, unreadable } from './notes.ts';

interface ExtractOptions {
  /** Undefined where the maps are not installed: a note reports text that needs them. */
  readCharacterMap?: ReadCharacterMap;
}

type Extract = (
  name: string,
  bytes: Uint8Array,
  allowance: Allowance,
  options: ExtractOptions,
) => Promise<ExtractedFile>;

const EXTRACT: Record<FileKind, Extract> = {
  pdf: extractPdf,
  csv: extractCsv,
  xlsx: extractXlsx,
  xls: extractXls,
  txt: extractText,
  docx: extractDocx,
};

/**
 * Extracts the text and tables of a file, up to the limits. Never rejects: a note reports a file that could not be
 * read, or only partially. The same file gives the same result, unless the time limit is exceeded.
 */
export async function extractFile(
  { name, bytes }: FileToExtract,
  {
    onProgress,
    readCharacterMap,
    ...limits
  }: Partial<ExtractionLimits> & ExtractOptions & { onProgress?: OnProgress } = {},
): Promise<ExtractedFile> {
  const kind = claimedKind(name);
  if (kind === undefined) return nothing(unreadable(name));
  const allowance = new Allowance({ ...EXTRACTION_LIMITS, ...limits }, onProgress);
  try {
    const file = await EXTRACT[kind](name, bytes, allowance, {
      ...(readCharacterMap && { readCharacterMap }),
    });
    if (allowance.isOutOfTime)
      return isBlank(file)
        ? nothing(tookTooLongForAny(name))
        : { ...file, notes: [...file.notes, tookTooLong(name)] };
    return isBlank(file) && file.notes.length === 0 ? nothing(noText(name)) : file;
  } catch {
    return nothing(unreadable(name));
  }
}
