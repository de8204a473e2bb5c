import { ApiError, type AdminApi } from '@homie/api-client';
import { toast } from '@homie/ui';

/** Returns the error message for the user: the server's, or that the error was unexpected. */
export function getErrorMessage(error: unknown): string {
  return error instanceof ApiError ? error.message : 'An unexpected error occurred.';
}

/** Shows an error as specified: a toast titled 'Error' with the message. */
export function showError(error: unknown): void {
  toast.error({ title: 'Error', description: getErrorMessage(error) });
}

/** Shows the server's message if it refused with a reason; otherwise `failed`, e.g. 'Failed to update access'. */
export function showFailure(error: unknown, failed: string): void {
  const isReasoned =
    error instanceof ApiError && ([403, 409].includes(error.status) || error.code.startsWith('PT'));
  toast.error({ title: 'Error', description: isReasoned ? error.message : failed });
}

/**
 * Shows why a form could not be saved: marks the fields that the server refused, or shows a toast if it refused none.
 * @param labels of the form's fields
 */
export function showRefusal<Field extends string>(
  error: unknown,
  { fieldIssues }: Pick<AdminApi, 'fieldIssues'>,
  { setFieldError }: { setFieldError: (name: Field, message: string) => void },
  labels: Readonly<Record<Field, string>>,
): void {
  const isField = (name: string): name is Field => Object.hasOwn(labels, name);
  let isShown = false;
  for (const { path, message } of fieldIssues(error)) {
    const [name = ''] = path.split('.');
    if (!isField(name)) continue;
    setFieldError(name, message);
    isShown = true;
  }
  if (!isShown) showError(error);
}
