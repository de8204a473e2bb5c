import { DateField, useNow } from '@homie/widgets';
import type { AuditControl } from '../../state/use-audit-state';
import { dayOf } from '../../time/days';

/** The two ends of the time that is looked at, as days of the shown clock. */
export function DateRangeFields({
  state,
  days,
  change,
}: Pick<AuditControl, 'state' | 'days' | 'change'>) {
  const today = dayOf(useNow(), state.zone);
  // An end that is a moment stays one while the other is changed.
  const range = state.dates === 'recent' ? days : state.dates;
  return (
    <>
      <DateField
        label="From Date"
        placeholder="Pick a date"
        value={days.from}
        max={days.to}
        today={today}
        onChange={(from) => change({ dates: { ...range, from } })}
      />
      <DateField
        label="To Date"
        placeholder="Pick a date"
        value={days.to}
        min={days.from}
        today={today}
        onChange={(to) => change({ dates: { ...range, to } })}
      />
    </>
  );
}
