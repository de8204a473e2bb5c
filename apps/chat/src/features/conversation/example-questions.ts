import type { ConversationRow } from '@homie/contracts';

/** Returns three example questions to start with: for an organisation's assistant, or for one of a participant. */
export function exampleQuestions({
  kind,
  participant_name,
}: ConversationRow['assistants']): string[] {
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
