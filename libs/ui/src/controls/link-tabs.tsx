import { defineRecipe } from '@chakra-ui/react/styled-system';
import { useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { Badge } from './badge.ts';
import { HStack } from '../layout/stack.ts';
import { styled } from '../theme/styled.ts';

const Tab = styled(
  'span',
  defineRecipe({
    base: {
      display: 'inline-flex',
      alignItems: 'center',
      gap: '2',
      minHeight: '11',
      paddingInline: '1',
      borderBottomWidth: '2px',
      borderColor: 'transparent',
      color: 'fg.muted',
      fontWeight: 'medium',
      whiteSpace: 'nowrap',
      _hover: { color: 'fg.default' },
      _focusVisible: { outlineOffset: '-2px', borderRadius: 'md' },
      '&[aria-current=page]': { color: 'brand.fg', borderColor: 'brand.solid' },
      '&[aria-disabled=true]': { color: 'fg.subtle', cursor: 'not-allowed' },
      // Transparent borders are painted in these modes: every tab would look like the current one.
      '@media (forced-colors: active)': {
        borderColor: 'Canvas',
        '&[aria-current=page]': { borderColor: 'Highlight' },
      },
    },
  }),
);

/** One tab, which is a link. */
export interface LinkTab {
  id: string;
  label: string;
  href: string;
  active?: boolean;
  disabled?: boolean;
  /** e.g. 'Soon'. */
  badge?: string;
}

/** The props passed to `renderLink`: pass all of them to the router's link. */
export interface LinkTabProps {
  href: string;
  'aria-current': 'page' | undefined;
  children: ReactNode;
}

/** Props of {@link LinkTabs}. */
export interface LinkTabsProps {
  /** The navigation's name for screen readers. */
  label: string;
  items: readonly LinkTab[];
  /** Renders a link; a plain anchor by default. */
  renderLink?: (props: LinkTabProps) => ReactElement;
}

const anchor = ({ children, ...link }: LinkTabProps) => <a {...link}>{children}</a>;

/** Scrolls an item to the middle of its row, without moving the page. */
export function centerInRow(row: Element, item: Element) {
  const { left, width } = item.getBoundingClientRect();
  row.scrollLeft += left + width / 2 - row.getBoundingClientRect().left - row.clientWidth / 2;
}

/** Scrolls the active tab into view if the tabs are wider than the screen, without moving the page. */
export function useScrollToActiveTab<Row extends HTMLElement>(active: string | undefined) {
  const row = useRef<Row>(null);
  useLayoutEffect(() => {
    const bar = row.current;
    const tab = bar?.querySelector('[aria-current=page],[aria-selected=true]');
    if (bar && tab) centerInRow(bar, tab);
  }, [active]);
  return row;
}

/** Screens side by side. These are links, not ARIA tabs: each has its own address. */
export function LinkTabs({ label, items, renderLink = anchor }: LinkTabsProps) {
  const nav = useScrollToActiveTab<HTMLElement>(items.find(({ active }) => active)?.id);
  return (
    <HStack asChild gap="5" overflowX="auto" borderBottomWidth="1px" borderColor="border.subtle">
      <nav ref={nav} aria-label={label}>
        {items.map(({ id, label: text, href, active, disabled, badge }) => {
          const content = (
            <>
              <span>{text}</span>
              {badge && <Badge>{badge}</Badge>}
            </>
          );
          return disabled ? (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an anchor without address is no link
            <Tab key={id} role="link" aria-disabled>
              {content}
            </Tab>
          ) : (
            <Tab key={id} asChild>
              {renderLink({ href, 'aria-current': active ? 'page' : undefined, children: content })}
            </Tab>
          );
        })}
      </nav>
    </HStack>
  );
}
