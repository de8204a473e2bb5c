import { useNow } from '@homie/widgets';
import { DateField } from '@homie/widgets/date-field';
import type { AuditControl } from '../../state/use-audit-state';
import { toDay } from '../../time/days';

/** Renders the start and the end of the time range as days of the shown clock. */
export function DateRangeFields({
  state,
  days,
  change,
}: Pick<AuditControl, 'state' | 'days' | 'change'>) {
  const today = toDay(useNow(), state.zone);
  // An end that is a timestamp stays one while the other end is changed.
  const range = state.dates === 'recent' ? days : state.dates;
  return (
    <>
      <DateField
        label="From Date"
        value={days.from}
        max={days.to}
        today={today}
        onChange={(from) => change({ dates: { ...range, from } })}
      />
      <DateField
        label="To Date"
        value={days.to}
        min={days.from}
        today={today}
        onChange={(to) => change({ dates: { ...range, to } })}
      />
    </>
  );
}
