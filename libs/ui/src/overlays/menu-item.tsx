import { defineRecipe } from '@chakra-ui/react/styled-system';
import type { MouseEvent, ReactNode } from 'react';
import { IconCheck } from '../icons/icons.ts';
import { Box } from '../layout/box.ts';
import { styled } from '../theme/styled.ts';

const Row = styled(
  'div',
  defineRecipe({
    base: {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      width: 'full',
      minHeight: '9',
      paddingInline: '2.5',
      paddingBlock: '1.5',
      borderRadius: 'md',
      color: 'fg.default',
      textAlign: 'start',
      cursor: 'pointer',
      userSelect: 'none',
      '@media (pointer: coarse)': { minHeight: '11' },
      '&:hover, &:focus': { bg: 'bg.subtle' },
      _focusVisible: { outlineOffset: '-2px' },
      '&[aria-disabled=true]': { color: 'fg.subtle', cursor: 'not-allowed', bg: 'transparent' },
    },
    variants: {
      danger: { true: { color: 'danger.fg', '&:hover, &:focus': { bg: 'danger.subtle' } } },
    },
  }),
);

/** One entry of a menu: it either runs an action (`onSelect`) or is a link (`href`). */
export interface MenuItem {
  id: string;
  label: string;
  icon?: ReactNode;
  disabled?: boolean;
  /** A few words at the end of the row, e.g. 'Soon'. */
  hint?: string;
  danger?: boolean;
  /** For a choice among items: true if this one is selected. */
  checked?: boolean;
  onSelect?: () => void;
  href?: string;
  /** Called when it is hovered or focused, e.g. to preload its target. */
  onPoint?: () => void;
}

/** Props of {@link MenuRow}. */
export interface MenuRowProps {
  item: MenuItem;
  onChoose: (item: MenuItem, event: MouseEvent) => void;
}

/** A row of a menu. Disabled rows can be focused, so that screen readers can find and explain them. */
export function MenuRow({ item, onChoose }: MenuRowProps) {
  const content = (
    <>
      {item.icon && (
        <Box aria-hidden color={item.danger ? 'inherit' : 'fg.muted'} flexShrink="0">
          {item.icon}
        </Box>
      )}
      <Box as="span" flex="1">
        {item.label}
      </Box>
      {item.checked && (
        <Box aria-hidden color="brand.fg">
          <IconCheck size={18} />
        </Box>
      )}
      {item.hint && (
        <Box as="span" fontSize="xs" color="fg.subtle">
          {item.hint}
        </Box>
      )}
    </>
  );
  const link = item.href !== undefined && !item.disabled;
  return (
    <Row
      role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={item.checked}
      tabIndex={-1}
      danger={item.danger ?? false}
      aria-disabled={item.disabled || undefined}
      data-menu-item={item.id}
      asChild={link}
      onMouseEnter={item.onPoint}
      onFocus={item.onPoint}
      onClick={(event: MouseEvent) => onChoose(item, event)}
    >
      {link ? <a href={item.href}>{content}</a> : content}
    </Row>
  );
}
