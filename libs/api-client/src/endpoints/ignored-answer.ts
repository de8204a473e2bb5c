import type { AnswerSchema } from '../http/read-answer';

/** The schema for calls of which only the success matters. */
export const ignoredAnswer: AnswerSchema<void> = { parse: () => undefined };
