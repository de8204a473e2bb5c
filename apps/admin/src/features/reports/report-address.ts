import type { ListPlan } from '../../lists/model/list-address';

export type ReportFilter = 'days' | 'by' | 'show';

/** Periods in days up to today. */
const PERIODS = ['30', '7', '90'] as const;

const GROUPINGS = ['day', 'assistant', 'person'] as const;

/** What the chart shows. */
const MEASURES = ['replies', 'people', 'failed', 'tokens', 'cost', 'time'] as const;
export type Measure = (typeof MEASURES)[number];

/** The parameters of a report in the address. */
export const reportPlan: ListPlan<ReportFilter> = {
  filters: { days: PERIODS, by: GROUPINGS, show: MEASURES },
  sorts: ['-replies'],
};
