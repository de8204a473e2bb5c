import { Box, IconChevronDown, IconChevronLeft, IconChevronRight } from '@homie/ui';
import { DayPicker, type DropdownProps, type Matcher, type Modifiers } from 'react-day-picker';
import { calendarStyle } from './calendar-style.ts';
import { toDate, toDay } from './days.ts';

export interface CalendarProps {
  /** The subject of the choice, for screen readers. */
  label: string;
  value: string | undefined;
  /** Called with the selected day, or undefined when the selected one is selected again. */
  onChange: (day: string | undefined) => void;
  today: string;
  min: string | undefined;
  max: string | undefined;
}

/** The years before and after the current one that the list of years has without `min` and `max`. */
const YEARS = 10;

const chevrons = { left: IconChevronLeft, right: IconChevronRight, down: IconChevronDown } as const;

/** A list of months or years. Unlike the package's own, it shows the choice also on a translated page. */
function Dropdown({ options = [], className = '', ...select }: DropdownProps) {
  return (
    <span className="rdp-dropdown_root" data-disabled={select.disabled}>
      <select {...select} className={`rdp-dropdown ${className}`}>
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <span className="rdp-caption_label" aria-hidden>
        <span>{options.find(({ value }) => value === select.value)?.label}</span>
        <IconChevronDown size={18} />
      </span>
    </span>
  );
}

/** Names a day for screen readers, with the month after the day as Australians say it. */
function describeDay(date: Date, { today, selected }: Modifiers): string {
  const day = date.toLocaleDateString('en-AU', { dateStyle: 'full' });
  return `${today ? 'Today, ' : ''}${day}${selected ? ', selected' : ''}`;
}

/** A month of days to choose one from, with the keyboard of the ARIA practices. */
export default function Calendar({ label, value, onChange, today, min, max }: CalendarProps) {
  const disabled: Matcher[] = [];
  if (min !== undefined) disabled.push({ before: toDate(min) });
  if (max !== undefined) disabled.push({ after: toDate(max) });
  const selected = value === undefined ? undefined : toDate(value);
  const year = toDate(today).getFullYear();
  const selectedYear = selected?.getFullYear() ?? year;
  const first = new Date(Math.min(year - YEARS, selectedYear), 0);
  const last = new Date(Math.max(year + YEARS, selectedYear), 11);
  return (
    <Box css={calendarStyle}>
      <DayPicker
        mode="single"
        aria-label={label}
        selected={selected}
        onSelect={(date) => onChange(date && toDay(date))}
        defaultMonth={selected ?? toDate(today)}
        today={toDate(today)}
        disabled={disabled}
        weekStartsOn={1}
        navLayout="around"
        captionLayout="dropdown"
        startMonth={min === undefined ? first : toDate(min)}
        endMonth={max === undefined ? last : toDate(max)}
        showOutsideDays
        fixedWeeks
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens by a press of its button, as the practices have it
        autoFocus
        labels={{ labelDayButton: describeDay }}
        components={{
          Dropdown,
          Chevron: ({ orientation = 'down' }) => {
            const Icon = chevrons[orientation === 'up' ? 'down' : orientation];
            return <Icon size={18} />;
          },
        }}
      />
    </Box>
  );
}
