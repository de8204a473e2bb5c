import type { AuditLog } from '@homie/contracts';
import type { MenuItem } from '@homie/ui';
import { formatAction } from '../../entries/model/format-action';
import type { AuditControl } from '../../state/use-audit-state';
import type { EntryRow } from './fold-entries';

const TERMS = [
  ['userId', 'user_id', 'Only this user', 'user_email'],
  ['targetUserId', 'target_user_id', 'Only this affected user', 'target_user_email'],
  ['assistantId', 'assistant_id', 'Only this assistant', 'assistant_label'],
  ['participantId', 'participant_id', 'Only this participant', 'participant_name'],
  ['conversationId', 'conversation_id', 'Only this conversation', undefined],
] as const satisfies readonly (readonly [
  keyof AuditControl['state'],
  keyof AuditLog,
  string,
  keyof AuditLog | undefined,
])[];

/** Returns menu items that filter by the values of a row, except filters that are already active. */
export function rowFilters(
  { entry, folded }: EntryRow,
  { state, change }: Pick<AuditControl, 'state' | 'change'>,
): MenuItem[] {
  const { action } = entry;
  const items: MenuItem[] = TERMS.flatMap(([term, column, label, name]) => {
    const id = entry[column];
    if (id === null || state[term] === id) return [];
    // Only the local part of an email fits into the menu.
    const hint = name && entry[name]?.split('@')[0];
    const onSelect = () => change({ [term]: id });
    return [{ id: term, label, ...(hint && { hint }), onSelect }];
  });
  if (folded) return items;
  const isOnly = state.actions?.length === 1 && state.actions[0] === action;
  return [
    ...items,
    ...(isOnly
      ? []
      : [
          {
            id: 'action',
            label: 'Only this action',
            hint: formatAction(action),
            onSelect: () => change({ actions: [action] }),
          },
        ]),
    {
      id: 'exclude',
      label: 'Exclude this action',
      hint: formatAction(action),
      onSelect: () =>
        change({
          actions: state.actions?.filter((each) => each !== action),
          not: { ...state.not, actions: [...new Set([...(state.not.actions ?? []), action])] },
        }),
    },
  ];
}
