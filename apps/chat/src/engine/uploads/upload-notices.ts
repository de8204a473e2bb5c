import { ApiError, isNetworkError } from '@homie/api-client';
import { toast } from '@homie/ui';
import type { Refusal } from './check-files';

/** Notifies the user about files that they add, wherever in the product they are. */
export interface UploadNotices {
  refused: (refusal: Refusal) => void;
  /** These files are in the message already. */
  repeated: (names: readonly string[]) => void;
  /** `batch` identifies files that are uploaded at the same time. */
  attached: (name: string, batch: number) => void;
  /** `reason` describes the finding and the next step, if the scan knows. */
  blocked: (name: string, reason?: string) => void;
  /** `again` retries; omitted if a retry cannot succeed. */
  failed: (description: string, again?: () => void) => void;
}

/** Notices as toasts. */
export const uploadToasts: UploadNotices = {
  refused: (refusal) => toast.error(refusal),
  repeated: (names) =>
    toast.info({
      title: 'Already attached',
      description: `This message already has ${names.join(', ')}.`,
    }),
  attached: (name, batch) =>
    toast.success({ title: 'File Uploaded', description: name, group: batch }),
  blocked: (name, reason = 'Save it as a new file and attach that one.') =>
    toast.error({
      title: 'Security Block',
      description: `Blocked by security policy. ${name}: ${reason}`,
    }),
  failed: (description, again) =>
    toast.error({
      title: 'Upload Failed',
      description,
      ...(again && { action: { label: 'Retry', run: again } }),
    }),
};

/** Returns the error message for a file that was not uploaded, with the next step. */
export function uploadFailure(name: string, error: unknown): string {
  if (isNetworkError(error))
    return `${name} was not uploaded. Check your connection and try again.`;
  if (error instanceof ApiError && error.code !== 'unexpected_answer')
    return `${name}: ${error.message}`;
  return `${name} could not be uploaded. Try again in a moment.`;
}

/** Returns the error message for a file that could not be scanned and is therefore not attached. */
export function scanFailure(name: string): string {
  return `${name} could not be checked for threats, so it was not attached. Try again in a moment.`;
}

/** Returns true if a retry can succeed: a file that was refused for its content will be refused again. */
export function canRetryUpload(error: unknown): boolean {
  return !(error instanceof ApiError && [413, 422].includes(error.status));
}
