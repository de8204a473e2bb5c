import type { OpenedHandover } from '@homie/contracts';

/** The maximum length of the messages, so that a question fits into the same message. */
const MAX_LENGTH = 12_000;

/**
 * Returns the messages of a handover as the start of a draft, so that the assistant knows them. Omits the earliest ones
 * if all do not fit.
 */
export function handoverDraft(handover: OpenedHandover): string {
  const { owner_email, assistant_label, messages } = handover;
  const texts = messages.map(({ role, content, files }) =>
    [
      `${role === 'user' ? owner_email : assistant_label}: ${content}`,
      ...files.map(({ name }) => `(File: ${name})`),
    ].join('\n'),
  );
  const shown: string[] = [];
  let left = MAX_LENGTH;
  for (const text of texts.toReversed()) {
    left -= text.length + 2;
    if (left < 0) break;
    shown.unshift(text);
  }
  const omitted = shown.length < texts.length ? ['(Earlier messages are left out.)'] : [];
  const heading = `Handed over by ${owner_email}:`;
  return `${[heading, ...omitted, ...shown].join('\n\n')}\n\n`;
}
