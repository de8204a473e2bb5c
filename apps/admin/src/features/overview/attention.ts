import type { AdminOverview } from '@homie/contracts';
import { productSection, REVIEWS_PATH, type Section } from '../../sections/sections';

/** Something that an administrator should look at. */
export interface AttentionItem {
  id: string;
  count: number;
  /** The text after the number. */
  text: string;
  /** The list where it is handled; undefined if this environment does not compose it. */
  to: string | undefined;
}

function item(
  id: string,
  count: number,
  [one, many]: readonly [one: string, many: string],
  section: Section | undefined,
  search = '',
): AttentionItem {
  const to = section?.remote && `${section.path}${search}`;
  return { id, count, text: count === 1 ? one : many, to };
}

/** Returns what needs attention, the most urgent first, without what does not occur. */
export function attentionItems(
  overview: AdminOverview,
  sections: readonly Section[],
  retiringModels = 0,
): AttentionItem[] {
  const failed = overview.days.reduce((sum, day) => sum + day.failed, 0);
  const since = overview.days[0]?.day ?? '';
  return [
    item(
      'reported',
      overview.reported_replies,
      ['reported reply to review', 'reported replies to review'],
      sections.find(({ id }) => id === 'feedback'),
      '?reason=problem&state=new',
    ),
    item(
      'waiting',
      overview.users_waiting,
      ['user is waiting for approval', 'users are waiting for approval'],
      productSection(sections, 'users'),
      '?state=waiting',
    ),
    item(
      'failed',
      failed,
      ['failed reply in the last 7 days', 'failed replies in the last 7 days'],
      productSection(sections, 'audit'),
      `?from=${since}&actions=run_failed`,
    ),
    item(
      'users',
      overview.users_without_access,
      ['user cannot use any assistant', 'users cannot use any assistant'],
      productSection(sections, 'users'),
      '?access=none',
    ),
    item(
      'assistants',
      overview.assistants_without_access,
      ['assistant that no one may use', 'assistants that no one may use'],
      productSection(sections, 'assistants'),
      '?access=none',
    ),
    item(
      'used-up',
      overview.assistants_over_budget,
      ['assistant has used up its budget', 'assistants have used up their budget'],
      productSection(sections, 'assistants'),
    ),
    item(
      'budgets',
      overview.assistants_near_budget - overview.assistants_over_budget,
      [
        'assistant has used 80 % or more of its budget',
        'assistants have used 80 % or more of their budget',
      ],
      productSection(sections, 'assistants'),
    ),
    item(
      'models',
      retiringModels,
      [
        'assistant has a model that has ended or ends soon',
        'assistants have a model that has ended or ends soon',
      ],
      productSection(sections, 'assistants'),
    ),
    item(
      'documents',
      overview.documents_due,
      ['document is due for review', 'documents are due for review'],
      { ...productSection(sections, 'assistants'), path: REVIEWS_PATH },
      '?review=due',
    ),
  ].filter(({ count }) => count > 0);
}
