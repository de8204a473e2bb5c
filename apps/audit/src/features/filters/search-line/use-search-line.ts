import { foldSearch } from '@homie/contracts/search-text';
import { useLayoutEffect, useRef, useState } from 'react';
import { writeAddress } from '../../../state/audit-address';
import type { AuditControl } from '../../../state/use-audit-state';
import type { NamedField } from './model/fields';
import { printSearch } from './model/print-search';
import { readSearch, type Problem } from './model/read-search';
import { resolveNames, type UnclearName } from './model/resolve-names';
import { quote } from './model/scan';
import { namedIds, toSearch, toStatePart } from './model/search-state';
import type { FoundName } from './model/suggest';
import { useActions } from './use-actions';
import type { Names } from './use-names';

/** A problem of a line. A name without a unique match has choices. */
export type LineProblem = Problem | UnclearName;

/** The search line with unsubmitted text. */
export interface SearchLineDraft {
  text: string;
  /** True if the text is not submitted yet. */
  isDraft: boolean;
  problems: readonly LineProblem[];
  busy: boolean;
  type: (text: string) => void;
  /** Resets the text to the current search. */
  undo: () => void;
  /** Submits the line. @returns the first problem, if there is any */
  submit: () => Promise<LineProblem | undefined>;
  /** Selects one of the choices of an unclear name, and searches. */
  choose: (unclear: UnclearName, name: FoundName) => Promise<LineProblem | undefined>;
  /** Stores the id that was chosen for a name in the line. */
  note: (field: NamedField, name: FoundName) => void;
}

const nameKey = (field: NamedField, name: string) =>
  `${field}:${foldSearch(name.trim()).toLowerCase()}`;

/**
 * Returns the search line over the screen's state. Shows the state until the user types; retains typed text until it is
 * submitted, or until the state changes elsewhere.
 */
export function useSearchLine(
  { state, change }: Pick<AuditControl, 'state' | 'change'>,
  names: Names,
): SearchLineDraft {
  const actions = useActions();
  const address = writeAddress({ ...state, page: 1 }).toString();
  /** The typed text, and the address of the state at that time. */
  const [typed, setTyped] = useState<{ text: string; of: string }>();
  const [found, setFound] = useState<{ of: string; problems: readonly LineProblem[] }>();
  const [busy, setBusy] = useState(false);
  const chosen = useRef(new Map<string, string>());
  const shown = useRef(address);
  useLayoutEffect(() => void (shown.current = address), [address]);

  const printed = printSearch(toSearch(state, names.nameOf));
  const text = typed?.of === address ? typed.text : printed;

  function type(next: string) {
    setTyped({ text: next, of: address });
    setFound(undefined);
  }

  function undo() {
    setTyped(undefined);
    setFound(undefined);
  }

  /** Returns the id of a name: the one that was chosen for it, or the one in the active filter of that name. */
  function known(field: NamedField, name: string) {
    const key = nameKey(field, name);
    return (
      chosen.current.get(key) ??
      namedIds(state).find(
        (each) =>
          each.field === field && nameKey(field, names.nameOf(field, each.id) ?? '') === key,
      )?.id
    );
  }

  async function search(line: string): Promise<LineProblem | undefined> {
    const answer = readSearch(line, { actions });
    let problems: readonly LineProblem[] = answer.problems;
    if (problems.length === 0) {
      setBusy(true);
      const { ids, unclear } = await resolveNames(answer.names, { lookUp: names.lookUp, known });
      setBusy(false);
      // Another view may have changed the state in the meantime.
      if (shown.current !== address) return undefined;
      problems = unclear;
      if (problems.length === 0) {
        undo();
        change(toStatePart(answer, ids));
        return undefined;
      }
    }
    setTyped({ text: line, of: address });
    setFound({ of: line, problems });
    return problems[0];
  }

  return {
    text,
    isDraft: text !== printed,
    problems: found && found.of === text ? found.problems : [],
    busy,
    type,
    undo,
    submit: () => search(text),
    choose(unclear, name) {
      const { field } = unclear.term;
      names.learn(field, name);
      chosen.current.set(nameKey(field, name.label), name.id);
      return search(text.slice(0, unclear.start) + quote(name.label) + text.slice(unclear.end));
    },
    note(field, name) {
      names.learn(field, name);
      chosen.current.set(nameKey(field, name.label), name.id);
    },
  };
}
