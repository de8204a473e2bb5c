import type { AuditTerms } from '../../../state';

/** One thing that is left out. */
export interface ExcludedTerm {
  key: string;
  text: string;
  /** What is still left out when it is not any more. */
  without: AuditTerms;
}

/** How things are called. */
export interface TermNames {
  nameOf: (field: 'actor' | 'assistant' | 'participant', id: string) => string | undefined;
  actionWords: (action: string) => string;
}

/** What is left out, each by itself and in words; an id stands for a name that is not known. */
export function excludedTerms(not: AuditTerms, { nameOf, actionWords }: TermNames): ExcludedTerm[] {
  const { userId, assistantId, participantId, conversationId, actions = [], q } = not;
  const ids = [
    ['userId', 'user', userId && (nameOf('actor', userId) ?? userId)],
    ['assistantId', 'assistant', assistantId && (nameOf('assistant', assistantId) ?? assistantId)],
    [
      'participantId',
      'participant',
      participantId && (nameOf('participant', participantId) ?? participantId),
    ],
    ['conversationId', 'conversation', conversationId],
    ['q', 'keyword', q],
  ] as const;
  return [
    ...ids.flatMap(([key, kind, name]) =>
      name === undefined
        ? []
        : [{ key, text: `${kind}: ${name}`, without: { ...not, [key]: undefined } }],
    ),
    ...actions.map((action) => {
      const others = actions.filter((each) => each !== action);
      return {
        key: `action ${action}`,
        text: `action: ${actionWords(action)}`,
        without: { ...not, actions: others.length > 0 ? others : undefined },
      };
    }),
  ];
}
