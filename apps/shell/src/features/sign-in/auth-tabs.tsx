import { Box } from '@homie/ui';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

interface AuthTabsProps<Id extends string> {
  label: string;
  tabs: readonly { id: Id; label: string }[];
  active: Id;
  onChange: (id: Id) => void;
  /** The panel of the active tab. */
  children: ReactNode;
}

const tabStyle = {
  flex: '1',
  minHeight: '10',
  borderRadius: 'md',
  cursor: 'pointer',
  fontWeight: 'medium',
  color: 'fg.muted',
  transitionProperty: 'background-color, color',
  transitionDuration: 'fast',
  _hover: { color: 'fg.default' },
  css: {
    '@media (pointer: coarse)': { minHeight: '11' },
    '&[aria-selected=true]': {
      bg: { base: 'bg.surface', _dark: 'bg.muted' },
      color: 'fg.default',
      boxShadow: '0 0 0 1px {colors.border.default}',
      '@media (forced-colors: active)': {
        forcedColorAdjust: 'none',
        bg: 'Highlight',
        color: 'HighlightText',
      },
    },
  },
} as const;

/**
 * Tabs for sign-in and sign-up, with one panel. Arrow keys change the tab.
 * https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function AuthTabs<Id extends string>(props: AuthTabsProps<Id>) {
  const { label, tabs, active, onChange, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  function move({ key, currentTarget }: KeyboardEvent<HTMLElement>) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const index = tabs.findIndex((tab) => tab.id === currentTarget.dataset['tab']);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  }

  return (
    <div>
      <Box
        ref={list}
        role="tablist"
        aria-label={label}
        display="flex"
        gap="1"
        padding="1"
        marginBottom="5"
        borderRadius="lg"
        bg="bg.subtle"
      >
        {tabs.map((tab) => (
          <Box key={tab.id} asChild {...tabStyle}>
            <button
              type="button"
              role="tab"
              id={`${id}-${tab.id}`}
              data-tab={tab.id}
              aria-selected={tab.id === active}
              aria-controls={`${id}-panel`}
              tabIndex={tab.id === active ? 0 : -1}
              onClick={() => onChange(tab.id)}
              onKeyDown={move}
            >
              {tab.label}
            </button>
          </Box>
        ))}
      </Box>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${active}`}>
        {children}
      </div>
    </div>
  );
}
