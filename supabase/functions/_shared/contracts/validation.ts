/** One failed rule: where it failed and what to tell the person. */
export interface ValidationIssue {
  path: string;
  message: string;
}

interface SchemaIssue {
  path: PropertyKey[];
  message: string;
}

/** The failed rules of a schema, without the value that failed them. */
export function validationIssues(error: { issues: SchemaIssue[] }): ValidationIssue[] {
  return error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
}

/** Failed rules as administration shows them: 'path: message' entries joined by commas. */
export function describeIssues(error: { issues: SchemaIssue[] }): string {
  return validationIssues(error)
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
    .join(', ');
}

/** Failed rules as a sentence for the person who typed: the messages alone, each once. */
export function describeMessages(error: { issues: SchemaIssue[] }): string {
  return [...new Set(error.issues.map(({ message }) => message))].join(', ');
}
