import type { ValidationIssue } from '@homie/contracts';
import { ApiError } from '../http/api-error';

function isIssue(value: unknown): value is ValidationIssue {
  return (
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    typeof value.path === 'string' &&
    'message' in value &&
    typeof value.message === 'string'
  );
}

/** Returns the fields that the server rejected, each with a message for the user; none if the call failed otherwise. */
export function fieldIssues(error: unknown): ValidationIssue[] {
  if (!(error instanceof ApiError)) return [];
  const { details } = error;
  if (typeof details !== 'object' || details === null || !('issues' in details)) return [];
  return Array.isArray(details.issues) ? details.issues.filter(isIssue) : [];
}
