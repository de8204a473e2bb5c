import { ApiError } from '@homie/api-client';

export const NOT_LOADED = 'Check your connection and try again.';

/** Returns why a PDF is not shown. */
export function describeProblem(error: unknown): string {
  if (error instanceof ApiError && error.code !== 'network') return error.message;
  switch (error instanceof Error ? error.name : '') {
    case 'PasswordException':
      return 'The file is protected by a password.';
    case 'InvalidPDFException':
      return 'The file is damaged.';
    default:
      return NOT_LOADED;
  }
}
