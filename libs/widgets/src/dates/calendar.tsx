import { Box, IconChevronLeft, IconChevronRight } from '@homie/ui';
import { DayPicker, type Matcher } from 'react-day-picker';
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

/** A month of days to choose one from, with the keyboard of the ARIA practices. */
export default function Calendar({ label, value, onChange, today, min, max }: CalendarProps) {
  const disabled: Matcher[] = [];
  if (min !== undefined) disabled.push({ before: toDate(min) });
  if (max !== undefined) disabled.push({ after: toDate(max) });
  const selected = value === undefined ? undefined : toDate(value);
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
        showOutsideDays
        fixedWeeks
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens by a press of its button, as the practices have it
        autoFocus
        components={{
          Chevron: ({ orientation }) =>
            orientation === 'left' ? <IconChevronLeft size={18} /> : <IconChevronRight size={18} />,
        }}
      />
    </Box>
  );
}
