import type { AuditState, AuditTerms } from '../../../../state/audit-state';
import type { NamedField } from './fields';
import { isId, type NamedTerm, type ReadSearch } from './read-search';
import type { TypedSearch, TypedTerms } from './typed-search';

/** The property of the state that a named field sets. */
const parts = {
  user: 'userId',
  affected: 'targetUserId',
  assistant: 'assistantId',
  participant: 'participantId',
} as const satisfies Record<NamedField, keyof AuditTerms>;

/** Returns the name of an id in the state; undefined while it is not known. */
export type NameOf = (field: NamedField, id: string) => string | undefined;

const named = Object.keys(parts) as NamedField[]; /* the keys of the record are the fields */

/** Returns the ids in a state. */
export function namedIds(state: AuditState): { field: NamedField; id: string }[] {
  return [state, state.not].flatMap((terms) =>
    named.flatMap((field) => {
      const id = terms[parts[field]];
      return id === undefined ? [] : [{ field, id }];
    }),
  );
}

function toTyped(terms: AuditTerms, nameOf: NameOf): TypedTerms {
  const typed: TypedTerms = { actions: terms.actions ?? [], q: terms.q ?? '' };
  for (const field of named) {
    const id = terms[parts[field]];
    if (id !== undefined) typed[field] = nameOf(field, id) ?? id;
  }
  if (terms.conversationId !== undefined) typed.conversation = terms.conversationId;
  return typed;
}

/** Converts a state to a search with names instead of ids. */
export function toSearch(state: AuditState, nameOf: NameOf): TypedSearch {
  return { ...toTyped(state, nameOf), dates: state.dates, not: toTyped(state.not, nameOf) };
}

/** Converts a parsed line to changes of the state: all of its filters. @param ids the ids of the names in the line */
export function toStatePart(
  { search, names }: ReadSearch,
  ids: ReadonlyMap<NamedTerm, string>,
): AuditTerms & Pick<AuditState, 'dates' | 'not'> {
  const toTerms = (terms: TypedTerms, isExcluded: boolean): AuditTerms => {
    const idOf = (field: NamedField) => {
      const value = terms[field];
      if (value === undefined || isId(value)) return value;
      const term = names.find((each) => each.field === field && each.isExcluded === isExcluded);
      return term && ids.get(term);
    };
    return {
      userId: idOf('user'),
      targetUserId: idOf('affected'),
      assistantId: idOf('assistant'),
      participantId: idOf('participant'),
      conversationId: terms.conversation,
      actions: terms.actions.length > 0 ? terms.actions : undefined,
      q: terms.q === '' ? undefined : terms.q,
    };
  };
  return { ...toTerms(search, false), dates: search.dates, not: toTerms(search.not, true) };
}
