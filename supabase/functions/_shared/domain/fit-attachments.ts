import type { TurnAttachment } from '../ai/provider.ts';
import { startOf } from './extract/allowance.ts';

/** What the text of all files may fill of a request, in characters. */
const ATTACHED_CHARACTERS = 200_000;
/** Less than this of an earlier file is of no use. */
const LEAST_OF_EARLIER = 2_000;

/**
 * Makes the text of files fit into a request: the question's own files share the room, and what they leave goes to
 * earlier ones in the order given. What is cut or left out is told in the notes.
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
      const kept = startOf(text, share);
      fitted.push({ ...attachment, text: kept, isCut: true });
      room -= kept.length;
      const percent = Math.max(1, Math.floor((kept.length / text.length) * 100));
      notes.push(`The assistant was given only the first ${percent}% of the text of ${name}.`);
    }
  }
  return { attachments: fitted, notes };
}

/** The most that each of several may take so that all fit: who takes less leaves more to the others. */
function fairShare(lengths: readonly number[], total: number): number {
  let rest = total;
  for (const [index, length] of lengths.toSorted((a, b) => a - b).entries()) {
    const share = Math.floor(rest / (lengths.length - index));
    if (length > share) return share;
    rest -= length;
  }
  return total;
}
