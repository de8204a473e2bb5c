import { useStore } from '@homie/store';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type FocusEvent,
} from 'react';
import { createPortal } from 'react-dom';
import { useIsMobile } from '../hooks/use-media-query.ts';
import { Box } from '../layout/box.ts';
import { List, ListItem } from '../layout/list.ts';
import { ToastItem } from './toast-item.tsx';
import {
  dismissReadToasts,
  maxShown,
  slotOf,
  toasts as queuedToasts,
  type Toast,
} from './toasts.ts';

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** The visible height of a covered toast below the one over it, in pixels. */
const PEEK = 8;

/**
 * Returns the toast that is shown in full if there is space for one: the newest, or the current one while it is held.
 */
function useTop(toasts: readonly Toast[], steady: boolean): number | undefined {
  const [held, hold] = useState<number>();
  const top = steady && toasts.some(({ id }) => id === held) ? held : toasts.at(-1)?.id;
  if (top !== held) hold(top);
  return top;
}

/**
 * Preserves the focus when a toast disappears: it moves to another toast, or after the last one to its previous
 * element.
 * @returns whether the focus is on a toast, and the props for the element around them
 */
function useToastFocus(toasts: readonly Toast[]) {
  const ref = useRef<HTMLElement>(null);
  const before = useRef<Element | null>(null);
  const [focused, setFocused] = useState(false);
  useEffect(() => {
    const region = ref.current;
    if (focused && !region?.contains(document.activeElement))
      region?.querySelector('button')?.focus();
  }, [focused, toasts]);
  useLayoutEffect(() => {
    const region = ref.current;
    return () => {
      if (region?.contains(document.activeElement) && before.current instanceof HTMLElement)
        before.current.focus();
    };
  }, []);

  function onFocus({ relatedTarget, currentTarget }: FocusEvent) {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) before.current = relatedTarget;
    setFocused(true);
  }
  return { focused, events: { ref, onFocus, onBlur: () => setFocused(false) } };
}

const IN_DIALOG = { paddingInline: '5', paddingBottom: '4' } as const;

/** Shared by the positions over the page. */
const OVER_PAGE = {
  // An inert element would not be announced while a dialog is open.
  'data-outside-dialogs': true,
  'aria-label': 'Notifications',
  position: 'fixed',
  right: { base: 'calc({spacing.3} + var(--safe-right))', md: 'auto' },
  // With both edges set, `top` decides.
  height: 'fit-content',
} as const;

/** The width of toasts in the header of a wide window, between its logo and its buttons. */
const IN_HEADER = 'min(26rem, 100vw - 30rem)';

/**
 * Over the empty middle of the header. Without a header, and on phones, at the bottom of the page, or below the bars of a page that has its
 * input there: never over a heading, an input or a control in use.
 */
const WITHOUT_DIALOG = {
  zIndex: 'toast',
  left: { base: 'calc({spacing.3} + var(--safe-left))', md: `calc(50% - ${IN_HEADER} / 2)` },
  top: 'var(--toasts-top, auto)',
  bottom:
    'calc(100dvh - var(--visible-top, 0px) - var(--visible-height, 100dvh) + {spacing.6} + var(--safe-bottom))',
  width: { md: IN_HEADER },
  css: {
    'body:has(#root header) &': {
      top: { md: 'calc(0.125rem + var(--safe-top))' },
      bottom: { md: 'auto' },
    },
  },
} as const;

/** The height of the page above a dialog on a phone in which a toast of four lines has space, in pixels. */
const SPACE_ABOVE = 120;

/**
 * Returns the position of toasts that were raised while a dialog was open: in the corner in which no dialog has its title
 * or its buttons. On phones above the dialog, or above its buttons if there is no space.
 */
function placeNextTo(slot: HTMLElement) {
  const { top = 0 } = slot.closest('[aria-modal]')?.getBoundingClientRect() ?? {};
  const belowSlot = window.innerHeight - slot.getBoundingClientRect().bottom;
  return {
    zIndex: 'menu',
    width: { md: '18.5rem' },
    left: 'calc({spacing.3} + var(--safe-left))',
    top: { base: top < SPACE_ABOVE ? 'auto' : 'calc({spacing.1} + var(--safe-top))', md: 'auto' },
    bottom: {
      base: `calc({spacing.3} + max(${belowSlot}px, var(--safe-bottom)))`,
      md: 'calc({spacing.3} + var(--safe-bottom))',
    },
  } as const;
}

interface ToastListProps {
  toasts: readonly Toast[];
  /** The number of toasts that are not shown yet. */
  waiting: number;
  /** Inside a dialog, where they push the content instead of covering it. */
  inDialog: boolean;
}

function ToastList({ toasts, waiting, inDialog }: ToastListProps) {
  const hidden = useSyncExternalStore(subscribeVisibility, () => document.hidden);
  const isStacked = useIsMobile() && !inDialog;
  const [pointed, setPointed] = useState(false);
  const { focused, events } = useToastFocus(toasts);
  const top = useTop(toasts, pointed || focused);
  const covered = isStacked ? toasts.filter(({ id }) => id !== top) : [];
  const dialog = toasts.findLast(({ slot }) => slot?.isConnected)?.slot;
  return (
    <Box
      as={inDialog ? 'div' : 'section'}
      {...(inDialog ? IN_DIALOG : OVER_PAGE)}
      {...(!inDialog && (dialog ? placeNextTo(dialog) : WITHOUT_DIALOG))}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      {...events}
    >
      <List display="flex" flexDirection="column" gap="2">
        {toasts.map((item) => {
          const depth = covered.length - covered.indexOf(item);
          const isCovered = depth <= covered.length;
          return (
            <ListItem
              key={item.id}
              {...(isCovered && { position: 'absolute', inset: '0', zIndex: -depth })}
              style={{
                transition: 'transform 180ms ease-out',
                ...(isCovered && {
                  transform: `translateY(${depth * PEEK}px) scaleX(${1 - depth / 25})`,
                }),
              }}
            >
              <ToastItem
                {...item}
                covered={isCovered}
                more={isStacked && !isCovered ? covered.length + waiting : 0}
                paused={hidden || pointed || focused || isCovered}
              />
            </ListItem>
          );
        })}
      </List>
    </Box>
  );
}

const CONTROL = 'button,a[href],summary,[role=menuitem],[role=option]';

function dismissOnNextAction({ target }: MouseEvent): void {
  if (!(target instanceof Element) || target.closest('[data-toast]')) return;
  if (target.closest(CONTROL)) dismissReadToasts();
}

/**
 * Shows toasts over the page and next to dialogs; on phones one over the other, at `--toasts-top`, which a page with its
 * input at the bottom sets. Errors and toasts with an action that are raised while a dialog is open appear inside it.
 * Only the shell mounts it, once. The countdown pauses while the pointer or the focus is on them, while the tab is
 * hidden, and for those that are covered. The next action of the user dismisses them earlier.
 */
export function Toaster() {
  const queue = useStore(queuedToasts);
  useEffect(() => {
    document.addEventListener('click', dismissOnNextAction, true);
    return () => document.removeEventListener('click', dismissOnNextAction, true);
  }, []);
  const toasts = queue.slice(0, maxShown);
  const slots = [...new Set(toasts.map(slotOf))];
  return slots.map((slot, index) =>
    createPortal(
      <ToastList
        toasts={toasts.filter((shown) => slotOf(shown) === slot)}
        waiting={queue.length - toasts.length}
        inDialog={slot !== undefined}
      />,
      slot ?? document.body,
      slot ? `dialog-${index}` : 'page',
    ),
  );
}
