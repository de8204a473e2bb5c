import { Box, IconChevronDown, LoadingState, Span, Stack } from '@homie/ui';
import { lazy, Suspense, useId, useRef, useState, type ToggleEvent } from 'react';
import { toDate } from './days.ts';
import { usePopoverPosition } from './use-popover-position.ts';

const Calendar = lazy(() => import('./calendar.tsx'));

/** Props of {@link DateField}. Days are `YYYY-MM-DD`. */
export interface DateFieldProps {
  label: string;
  /** Shown while no day is selected. */
  placeholder?: string;
  value: string | undefined;
  /** Called with the selected day; undefined when the selected one is selected again. */
  onChange: (day: string | undefined) => void;
  /** The current day, by the clock of the given days. */
  today: string;
  /** The first and the last day that can be chosen. */
  min?: string | undefined;
  max?: string | undefined;
}

const text = (day: string) =>
  toDate(day).toLocaleDateString('en-AU', { day: 'numeric', month: 'short', year: 'numeric' });

/** A day, selected from a calendar that opens below its button. Selecting it again clears it. */
export function DateField({
  label,
  placeholder = 'Pick a date',
  value,
  onChange,
  ...rest
}: DateFieldProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const position = usePopoverPosition(trigger, popover, open);

  function close() {
    popover.current?.hidePopover();
    trigger.current?.focus();
  }

  return (
    <Stack
      gap="1.5"
      onBlur={({ currentTarget, relatedTarget }) => {
        // The focus moved out with Tab. A press elsewhere closes it by itself.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) popover.current?.hidePopover();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        // Escape closes the calendar only, not the dialog around it.
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <Box asChild fontWeight="medium" fontSize="sm">
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
      </Box>
      <Box asChild css={triggerStyle}>
        <button
          ref={trigger}
          id={id}
          type="button"
          popoverTarget={`${id}-calendar`}
          aria-haspopup="dialog"
          aria-labelledby={`${id}-label ${id}-value`}
        >
          <Span
            id={`${id}-value`}
            color={value === undefined ? 'fg.subtle' : 'fg.default'}
            fontVariantNumeric="tabular-nums"
            truncate
          >
            {value === undefined ? placeholder : text(value)}
          </Span>
          <IconChevronDown size={18} />
        </button>
      </Box>
      <Box asChild css={popoverStyle} style={position}>
        <div
          ref={popover}
          id={`${id}-calendar`}
          popover="auto"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a dialog element is no popover in all browsers
          role="dialog"
          aria-labelledby={`${id}-label`}
          onBeforeToggle={({ newState }: ToggleEvent<HTMLDivElement>) =>
            setOpen(newState === 'open')
          }
          onToggle={({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
            // A calendar that is already loaded must be rendered before it can get the focus.
            if (newState === 'open')
              currentTarget.querySelector<HTMLElement>('[role=grid] [tabindex="0"]')?.focus();
            // The day that had the focus no longer exists.
            else if (document.activeElement === document.body) trigger.current?.focus();
          }}
        >
          {open && (
            <Suspense fallback={<LoadingState label="Loading..." />}>
              <Calendar
                {...rest}
                label={label}
                value={value}
                min={rest.min}
                max={rest.max}
                onChange={(day) => {
                  close();
                  onChange(day);
                }}
              />
            </Suspense>
          )}
        </div>
      </Box>
    </Stack>
  );
}

const triggerStyle = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
  width: 'full',
  minHeight: '10',
  paddingInline: '3',
  paddingBlock: '2',
  lineHeight: 'normal',
  bg: 'bg.surface',
  borderWidth: '1px',
  borderColor: 'border.control',
  borderRadius: 'md',
  cursor: 'pointer',
  color: 'fg.muted',
  _hover: { borderColor: 'fg.subtle' },
  '@media (pointer: coarse)': { minHeight: '11' },
} as const;

const popoverStyle = {
  position: 'fixed',
  inset: 'auto',
  margin: '0',
  padding: '3',
  minWidth: '17.5rem',
  minHeight: '20rem',
  bg: 'bg.surface',
  color: 'fg.default',
  borderWidth: '1px',
  borderColor: 'border.default',
  borderRadius: 'lg',
  boxShadow: 'float',
} as const;
