/** The start of the key of each query for the assistants that the user can use. */
export const ASSISTANTS_KEY = ['assistants'] as const;
