import { describeDates } from '../../../state/describe-dates';
import type { NamedField } from '../search-line/model/fields';
import type { AuditState, AuditTerms } from '../../../state/audit-state';

/** A filter that is set, as a chip shows it. */
export interface ActiveFilter {
  key: string;
  text: string;
  /** The change of the state that removes it. */
  without: Partial<AuditState>;
}

/** Turns ids and actions into words. */
export interface FilterNames {
  nameOf: (field: NamedField, id: string) => string | undefined;
  formatAction: (action: string) => string;
}

/** Lists the active filters: the dates first, excluded terms last. Shows an id if its name is not known. */
export function activeFilters(state: AuditState, names: FilterNames): ActiveFilter[] {
  const dates = describeDates(state.dates, state.zone);
  return [
    ...(dates === undefined ? [] : [{ key: 'dates', text: dates, without: { dates: {} } }]),
    ...termFilters(state, names).map(({ key, text, without }) => ({ key, text, without })),
    ...termFilters(state.not, names).map(({ key, text, without }) => ({
      key: `-${key}`,
      text: `not ${text}`,
      without: { not: { ...state.not, ...without } },
    })),
  ];
}

function termFilters(terms: AuditTerms, { nameOf, formatAction }: FilterNames) {
  const {
    userId,
    targetUserId,
    assistantId,
    participantId,
    conversationId,
    actions = [],
    q,
  } = terms;
  const single: [keyof AuditTerms, string, string | undefined][] = [
    ['userId', 'user', userId && (nameOf('user', userId) ?? userId)],
    [
      'targetUserId',
      'affected user',
      targetUserId && (nameOf('affected', targetUserId) ?? targetUserId),
    ],
    ['assistantId', 'assistant', assistantId && (nameOf('assistant', assistantId) ?? assistantId)],
    [
      'participantId',
      'participant',
      participantId && (nameOf('participant', participantId) ?? participantId),
    ],
    ['conversationId', 'conversation', conversationId],
    ['q', 'keyword', q],
  ];
  return [
    ...single.flatMap(([key, label, name]) =>
      name === undefined
        ? []
        : [{ key: String(key), text: `${label}: ${name}`, without: { [key]: undefined } }],
    ),
    ...actions.map((action) => {
      const others = actions.filter((each) => each !== action);
      return {
        key: `action ${action}`,
        text: `action: ${formatAction(action)}`,
        without: { actions: others.length > 0 ? others : undefined },
      };
    }),
  ];
}
