/** What administrators see about the usage of the product. */
import * as z from 'zod/mini';
import { idSchema } from './identifiers.ts';

/** What needs attention, and the activity of the last seven days in Melbourne, today last. */
export const overviewSchema = z.object({
  /** They wait for approval. */
  users_waiting: z.prefault(z.int(), 0),
  users_without_access: z.int(),
  /** Only administrators can use them. */
  assistants_without_access: z.int(),
  /** They have used 80 % or more of the tokens of their budget this month. */
  assistants_near_budget: z.prefault(z.int(), 0),
  /** Those of them that have used all. */
  assistants_over_budget: z.prefault(z.int(), 0),
  /** Reported problems that are not reviewed. */
  reported_replies: z.int(),
  documents_due: z.int(),
  /** Which records there are; older databases do not return it. `users`: besides the caller. */
  setup: z.optional(
    z.object({
      assistants: z.boolean(),
      participants: z.boolean(),
      documents: z.boolean(),
      users: z.boolean(),
    }),
  ),
  days: z.array(z.object({ day: z.string(), replies: z.int(), failed: z.int(), people: z.int() })),
});
export type AdminOverview = z.infer<typeof overviewSchema>;

export const usageGroupingSchema = z.enum(
  ['day', 'assistant', 'person'],
  'Group by day, assistant or person',
);
export type UsageGrouping = z.infer<typeof usageGroupingSchema>;

/** Query of GET /usage. */
export const usageQuerySchema = z.object({
  days: z.coerce
    .number('days must be a number')
    .check(
      z.int('days must be a whole number'),
      z.gte(1, 'days must be at least 1'),
      z.lte(366, 'days must be at most 366'),
    ),
  by: usageGroupingSchema,
});

const figures = {
  replies: z.int(),
  failed: z.int(),
  people: z.int(),
  /** Replies whose tokens the provider has not reported. */
  unreported: z.int(),
  input_tokens: z.nullable(z.number()),
  output_tokens: z.nullable(z.number()),
  /** Times of completed replies in milliseconds: from the start to the first text and to the end. */
  first_text_median: z.nullable(z.number()),
  first_text_p95: z.nullable(z.number()),
  done_median: z.nullable(z.number()),
  done_p95: z.nullable(z.number()),
};

/** Group of a report as the database returns it. */
export const usageRowsSchema = z.array(
  z.object({
    /** The day, or the id of the assistant or person; null for deleted ones. */
    id: z.nullable(z.string()),
    label: z.nullable(z.string()),
    is_total: z.boolean(),
    ...figures,
    models: z.array(
      z.object({
        model: z.nullable(z.string()),
        input_tokens: z.nullable(z.number()),
        output_tokens: z.nullable(z.number()),
      }),
    ),
  }),
);

const usageFiguresSchema = z.object({
  ...figures,
  /** In the report's currency; null if no model has a price. */
  cost: z.nullable(z.number()),
});
export type UsageFigures = z.infer<typeof usageFiguresSchema>;

/** Response of GET /usage: at most 1,000 groups. */
export const usageReportSchema = z.object({
  /** ISO 4217; null if no prices are set. */
  currency: z.nullable(z.string()),
  /** Models whose tokens are not in the cost. */
  unpriced: z.array(z.string()),
  total: usageFiguresSchema,
  groups: z.array(
    z.extend(usageFiguresSchema, { id: z.nullable(z.string()), label: z.nullable(z.string()) }),
  ),
});
export type UsageReport = z.infer<typeof usageReportSchema>;
export type UsageGroup = UsageReport['groups'][number];

/** The assistants that have used 80 % or more of their budget, with their tokens of this month. */
export const nearBudgetSchema = z.array(z.object({ assistant_id: idSchema(), tokens: z.number() }));
