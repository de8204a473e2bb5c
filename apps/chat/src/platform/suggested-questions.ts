import type { ConversationRow } from '@homie/contracts';

/**
 * Returns questions to start with: those that administrators suggest, else three examples for an assistant of the
 * organisation or of a participant.
 */
export function suggestedQuestions({
  kind,
  participant_name,
  suggested_questions = [],
}: ConversationRow['assistants'] & {
  suggested_questions?: readonly string[];
}): readonly string[] {
  if (suggested_questions.length > 0) return suggested_questions;
  if (kind === 'org')
    return [
      'What can you help me with?',
      'Where do I find the form or policy that I need?',
      'Help me write a short, friendly message.',
    ];
  const name = participant_name?.split(' ')[0];
  // Users without access to participants see no name.
  if (name === undefined)
    return [
      'What should I know before a visit?',
      'What does a good day look like?',
      'Suggest what we could do today.',
    ];
  return [
    `What should I know before I visit ${name}?`,
    `What does a good day look like for ${name}?`,
    `Suggest something that ${name} and I could do today.`,
  ];
}
