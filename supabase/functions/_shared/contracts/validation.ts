/** Failed rule: the path of the value, and the error message for the user. */
export interface ValidationIssue {
  path: string;
  message: string;
}

interface SchemaIssue {
  path: PropertyKey[];
  message: string;
}

/** Returns the failed rules of a schema, without the value that failed them. */
export function validationIssues(error: { issues: SchemaIssue[] }): ValidationIssue[] {
  return error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }));
}

/** Formats failed rules for administration: 'path: message' entries joined by commas. */
export function describeIssues(error: { issues: SchemaIssue[] }): string {
  return validationIssues(error)
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
    .join(', ');
}

/** Formats failed rules as an error message for the user: the messages only, each once. */
export function describeMessages(error: { issues: SchemaIssue[] }): string {
  return [...new Set(error.issues.map(({ message }) => message))].join(', ');
}
