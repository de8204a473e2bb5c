import type { FileKind } from '@homie/contracts';

/** A file to be judged: what its name claims, and what it is. */
export interface ScannedFile {
  kind: FileKind;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Looks at one danger. A file that it has nothing to say about passes.
 * @throws Refused with the reason why the file must not pass
 */
export type Check = (file: ScannedFile) => Promise<void> | void;
