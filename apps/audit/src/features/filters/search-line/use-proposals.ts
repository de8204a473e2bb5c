import { useNow } from '@homie/widgets';
import { useOptions } from '@homie/widgets/combobox';
import type { Zone } from '../../../time/zone';
import { useActions } from './use-actions';
import type { Names } from './use-names';
import { LOOKUP_AFTER, typingAt, type Proposal, type Typing } from './model/suggest';

/** A proposal in the list. Only one from a lookup has `onAccept`. */
export interface Offer extends Proposal {
  /** Stores the id that was chosen for the name. */
  onAccept?: () => void;
}

/** The proposals for the term at the caret. */
export interface Offers {
  at: Typing['at'];
  offers: readonly Offer[];
  /** True if there is something to show: offers, or the reason why there are none. */
  isShown: boolean;
  searching: boolean;
  failed: boolean;
  emptyText: string;
}

interface ProposalsOptions {
  line: string;
  caret: number;
  /** True while the list is open. */
  wanted: boolean;
  zone: Zone;
}

/** Returns the proposals at the caret. Lookups of names are debounced. */
export function useProposals(
  { line, caret, wanted, zone }: ProposalsOptions,
  { lookUp, learn }: Pick<Names, 'lookUp' | 'learn'>,
): Offers {
  const actions = useActions();
  const now = useNow();
  const typing = typingAt(line, caret, { actions, now, zone });
  const lookup = 'lookUp' in typing ? typing : undefined;
  const isLongEnough = lookup !== undefined && lookup.query.trim().length > LOOKUP_AFTER;
  const found = useOptions(
    async () => (lookup ? lookUp(lookup.lookUp, lookup.query) : []),
    lookup ? `${lookup.lookUp}:${lookup.query}` : '',
    wanted && isLongEnough,
  );
  if (!('lookUp' in typing)) {
    const { at, proposals } = typing;
    const isShown = wanted && proposals.length > 0;
    return { at, offers: proposals, isShown, searching: false, failed: false, emptyText: '' };
  }
  const { at, lookUp: field, toProposal, isKeyword = false } = typing;
  return {
    at,
    offers: isLongEnough
      ? (found.options ?? []).map((name) => ({
          ...toProposal(name),
          onAccept: () => learn(field, name),
        }))
      : [],
    isShown: wanted && (!isKeyword || (isLongEnough && Boolean(found.options?.length))),
    searching: isLongEnough && found.options === undefined,
    failed: found.failed,
    emptyText: isLongEnough ? 'Nothing found' : `Type ${LOOKUP_AFTER + 1} characters or more`,
  };
}
