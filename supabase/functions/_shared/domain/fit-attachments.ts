import type { TurnAttachment } from '../ai/provider.ts';
import { truncateText } from './extract/allowance.ts';

/** The limit for the text of all files in a request, in characters. */
const ATTACHED_CHARACTERS = 200_000;
/** The minimum length of an excerpt from an earlier file, in characters: a shorter one is of no use. */
const LEAST_OF_EARLIER = 2_000;

/**
 * Truncates the text of files to the limit of a request. The question's own files share the limit; earlier files get
 * the remaining characters, in the order given. The notes report each truncated or omitted file.
 * @param characters the limit for all files
 */
export function fitAttachments(
  attachments: readonly TurnAttachment[],
  characters = ATTACHED_CHARACTERS,
): { attachments: TurnAttachment[]; notes: string[] } {
  const fitted: TurnAttachment[] = [];
  const notes: string[] = [];
  const own = attachments.filter(({ isEarlier }) => !isEarlier);
  let room = characters;
  let share = fairShare(
    own.map(({ text = '' }) => text.length),
    characters,
  );
  for (const attachment of attachments) {
    const { name, text = '', isEarlier = false } = attachment;
    if (isEarlier) share = room;
    if (text.length <= share) {
      fitted.push(attachment);
      room -= text.length;
    } else if (isEarlier && share < LEAST_OF_EARLIER) {
      notes.push(`${name}, attached earlier, was left out: there is no room for more files.`);
    } else {
      const included = truncateText(text, share);
      fitted.push({ ...attachment, text: included, isCut: true });
      room -= included.length;
      const percent = Math.max(1, Math.floor((included.length / text.length) * 100));
      notes.push(`The assistant was given only the first ${percent}% of the text of ${name}.`);
    }
  }
  return { attachments: fitted, notes };
}

/** Returns the maximum length per text with which all fit into `total`: texts below it leave more for the others. */
function fairShare(lengths: readonly number[], total: number): number {
  let rest = total;
  for (const [index, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(rest / (lengths.length - index));
    if (length > share) return share;
    rest -= length;
  }
  return total;
}
