import { isStorable, plainLine } from '../contracts/text.ts';
import { FOLLOW_UPS_MAX, SUGGESTED_QUESTION_MAX_LENGTH } from '../contracts/limits.ts';

/** Matches the number or bullet of a list item. */
const MARKER = /^(?:[-*•]|\d{1,2}[.)])\s+/;
/** Matches quotation marks around a text. */
const QUOTED = /^["“”'‘’](.*)["“”'‘’]$/;
/** Matches what a plain question does not contain: markup and addresses. */
const NOT_PLAIN = /[<>[\]{}`*_#|\\]|:\/\/|\bwww\./iu;

/** Returns the questions that a model wrote, one per line. Omits all lines that are not short, plain questions. */
export function parseFollowUps(text: string): string[] {
  const questions = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim().replace(MARKER, '').replace(QUOTED, '$1').trim());
  return takeQuestions(questions);
}

/** Returns questions about sections of a document. */
export function askAboutHeadings(headings: readonly string[]): string[] {
  return takeQuestions(headings.map((heading) => `What do our documents say about “${heading}”?`));
}

function takeQuestions(questions: readonly string[]): string[] {
  return [...new Set(questions.filter(isPlainQuestion))].slice(0, FOLLOW_UPS_MAX);
}

function isPlainQuestion(text: string): boolean {
  return (
    /[?？؟]$/.test(text) &&
    text.length <= SUGGESTED_QUESTION_MAX_LENGTH &&
    isStorable(text) &&
    plainLine(text) === text &&
    !NOT_PLAIN.test(text)
  );
}
