import type { FileKind } from '@homie/contracts';

/** A file to check: the kind that its name claims, and its content. */
export interface ScannedFile {
  kind: FileKind;
  bytes: Uint8Array<ArrayBuffer>;
}

/**
 * Checks a file for one threat. Files to which the check does not apply pass.
 * @throws Refused with the reason for blocking the file
 */
export type Check = (file: ScannedFile) => Promise<void> | void;
