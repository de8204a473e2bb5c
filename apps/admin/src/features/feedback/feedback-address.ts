import type { ListPlan } from '../../lists/model/list-address';

export type FeedbackFilter = 'q' | 'assistant' | 'reason' | 'state';

/** Ratings and reasons to filter by. */
export const REASONS = [
  'all',
  'problem',
  'harmful',
  'private',
  'disrespectful',
  'not_helpful',
  'wrong',
  'outdated',
  'incomplete',
  'unclear',
  'off_topic',
  'other',
  'helpful',
] as const;

export const STATES = ['all', 'new', 'reviewed'] as const;

/** The parameters of the list of feedback in the address. */
export const feedbackPlan: ListPlan<FeedbackFilter> = {
  filters: { q: '', assistant: '', reason: REASONS, state: STATES },
  sorts: ['urgent'],
};
