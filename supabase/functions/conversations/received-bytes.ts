import { FILE_SIZE_MESSAGE } from '@homie/contracts';
import { AppError } from '@homie/contracts/requests';
import type { CallContext } from './context.ts';

const NOT_BASE64 = 'file must be base64 text';
const EMPTY = 'The file is empty.';
const OTHER_SIZE = 'The file was damaged during the upload. Please try again.';

/** Returns the bytes of an uploaded file. @throws AppError validation_failed */
export function receivedBytes(file: CallContext['file'], size: number): Uint8Array<ArrayBuffer> {
  if (file === undefined) throw new AppError('validation_failed', NOT_BASE64);
  if ('problem' in file) {
    throw new AppError(
      'validation_failed',
      file.problem === 'too_large' ? FILE_SIZE_MESSAGE : NOT_BASE64,
    );
  }
  if (file.bytes.length === 0) throw new AppError('validation_failed', EMPTY);
  if (file.bytes.length !== size) throw new AppError('validation_failed', OTHER_SIZE);
  return file.bytes;
}
