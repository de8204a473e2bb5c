import { Box, useScrollToActiveTab } from '@homie/ui';
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { FadedEdges } from '../edges/faded-edges.tsx';

/** One tab with its panel. */
export interface Tab {
  id: string;
  label: string;
  /** Undefined while its content is loading. */
  content: ReactNode;
}

/** Props of {@link Tabs}. */
export interface TabsProps {
  /** The tabs' name for screen readers. */
  label: string;
  tabs: readonly [Tab, ...Tab[]];
  /** The open one. */
  active: string;
  onChange: (id: string) => void;
  /** Shown in panels without content. */
  pending?: ReactNode;
}

/**
 * Panels of one dialog, all of one height. A panel is mounted when it is first opened and stays mounted, with its
 * input.
 * https://www.w3.org/WAI/ARIA/apg/patterns/tabs/
 */
export function Tabs({ label, tabs, active, onChange, pending }: TabsProps) {
  const id = useId();
  const list = useScrollToActiveTab<HTMLDivElement>(active);
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set([active]));
  if (!visited.has(active)) setVisited(new Set(visited).add(active));

  function move(event: KeyboardEvent<HTMLElement>) {
    const index = tabs.findIndex((tab) => tab.id === active);
    const last = tabs.length - 1;
    const wanted = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    }[event.key];
    const next = wanted === undefined ? undefined : tabs[wanted];
    if (!next) return;
    event.preventDefault();
    onChange(next.id);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  }

  return (
    <>
      <Box mb="5">
        <FadedEdges>
          <Box
            ref={list}
            role="tablist"
            aria-label={label}
            display="flex"
            gap="5"
            overflowX="auto"
            borderBottomWidth="1px"
            borderColor="border.subtle"
          >
            {tabs.map((tab) => (
              <Box key={tab.id} asChild css={tabStyle}>
                <button
                  type="button"
                  role="tab"
                  id={`${id}-${tab.id}`}
                  data-tab={tab.id}
                  aria-selected={tab.id === active}
                  aria-controls={`${id}-${tab.id}-panel`}
                  tabIndex={tab.id === active ? 0 : -1}
                  onClick={() => onChange(tab.id)}
                  onKeyDown={move}
                >
                  {tab.label}
                </button>
              </Box>
            ))}
          </Box>
        </FadedEdges>
      </Box>
      {tabs.map((tab) => (
        <Box key={tab.id} asChild css={panelStyle}>
          <div
            role="tabpanel"
            id={`${id}-${tab.id}-panel`}
            aria-labelledby={`${id}-${tab.id}`}
            hidden={tab.id !== active}
          >
            {visited.has(tab.id) && (tab.content ?? pending)}
          </div>
        </Box>
      ))}
    </>
  );
}

// As high as the highest dialog allows: the dialog does not move while the panels change. A form fills it.
const panelStyle = {
  '&:not([hidden])': { display: 'flex', flexDirection: 'column' },
  minHeight: { base: 'calc(92dvh - 11.5rem)', sm: 'calc(min(44rem, 90dvh) - 11.5rem)' },
  '& > form': { flex: '1' },
} as const;

const tabStyle = {
  minHeight: '11',
  paddingInline: '1',
  borderBottomWidth: '2px',
  borderColor: 'transparent',
  color: 'fg.muted',
  fontWeight: 'medium',
  whiteSpace: 'nowrap',
  cursor: 'pointer',
  _hover: { color: 'fg.default' },
  _focusVisible: { outlineOffset: '-2px', borderRadius: 'md' },
  '&[aria-selected=true]': { color: 'brand.fg', borderColor: 'brand.solid' },
  '@media (forced-colors: active)': {
    borderColor: 'Canvas',
    '&[aria-selected=true]': { borderColor: 'Highlight' },
  },
} as const;
