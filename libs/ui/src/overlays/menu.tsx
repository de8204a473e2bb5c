import {
  cloneElement,
  useId,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react';
import { MenuList } from './menu-list.tsx';
import type { MenuItem } from './menu-item.tsx';

/** Props that a trigger must accept: `Button` and `IconButton` do. */
interface TriggerProps {
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
  'aria-controls'?: string;
  onClick?: (event: MouseEvent<HTMLButtonElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLButtonElement>) => void;
}

/** Props of {@link Menu}. */
export interface MenuProps {
  /** The menu's name for screen readers. */
  label: string;
  /** A `Button` or `IconButton`. */
  trigger: ReactElement<TriggerProps>;
  items: readonly MenuItem[];
  /** Shown above the items, e.g. the signed-in user. */
  header?: ReactNode;
  /** The edge of the trigger with which it is aligned. */
  align?: 'start' | 'end';
  /** Handles plain clicks on items with `href`, for a router; the browser handles modified clicks. */
  onNavigate?: (href: string) => void;
}

interface OpenMenu {
  trigger: HTMLElement;
  start: 'first' | 'last';
}

/**
 * A button with a menu: opens by click, Enter, Space, Arrow Down (first item) and Arrow Up (last).
 * https://www.w3.org/WAI/ARIA/apg/patterns/menu-button/
 */
export function Menu({ trigger, align = 'end', ...rest }: MenuProps) {
  const id = useId();
  const [open, setOpen] = useState<OpenMenu>();

  function close(refocus: boolean) {
    setOpen(undefined);
    if (refocus) open?.trigger.focus();
  }

  return (
    <>
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': open !== undefined,
        ...(open && { 'aria-controls': id }),
        onClick: (event) => {
          trigger.props.onClick?.(event);
          if (open) close(true);
          else setOpen({ trigger: event.currentTarget, start: 'first' });
        },
        onKeyDown: (event) => {
          trigger.props.onKeyDown?.(event);
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          const start = event.key === 'ArrowDown' ? 'first' : 'last';
          setOpen({ trigger: event.currentTarget, start });
        },
      })}
      {open && <MenuList {...rest} {...open} id={id} align={align} onClose={close} />}
    </>
  );
}
