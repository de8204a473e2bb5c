import { ApiError, type AdminApi } from '@homie/api-client';
import { toast, type FormActions } from '@homie/ui';

/** What a person is told of a failure: the server's words, or that it was unexpected. */
export function messageOf(error: unknown): string {
  return error instanceof ApiError ? error.message : 'An unexpected error occurred.';
}

/** Tells a failure as the specification has it: a toast titled 'Error' with the message. */
export function showError(error: unknown): void {
  toast.error({ title: 'Error', description: messageOf(error) });
}

/** What is refused with a reason is told in its words, everything else as what failed, e.g. 'Failed to update access'. */
export function showFailure(error: unknown, failed: string): void {
  const isReasoned =
    error instanceof ApiError && ([403, 409].includes(error.status) || error.code.startsWith('PT'));
  toast.error({ title: 'Error', description: isReasoned ? error.message : failed });
}

/**
 * Tells why a form could not be saved: refused fields are marked, anything else is a toast.
 * @param fields the form's own; what is refused elsewhere is told as a toast
 */
export function showRefusal(
  error: unknown,
  { fieldIssues }: Pick<AdminApi, 'fieldIssues'>,
  { setFieldError }: Pick<FormActions, 'setFieldError'>,
  fields: readonly string[],
): void {
  const shown = fieldIssues(error).filter(({ path }) => fields.includes(path.split('.')[0] ?? ''));
  if (shown.length === 0) return showError(error);
  for (const { path, message } of shown) setFieldError(path.split('.')[0] ?? '', message);
}
