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
import { maxShown, subscribeToasts, toastQueue, type Toast } from './toasts.ts';

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** How far one that is covered is seen below the one over it, in pixels. */
const PEEK = 8;

/** The one that is shown in full where there is room for one: the newest, but for one that is held. */
function useTop(toasts: readonly Toast[], steady: boolean): number | undefined {
  const [held, hold] = useState<number>();
  const top = steady && toasts.some(({ id }) => id === held) ? held : toasts.at(-1)?.id;
  if (top !== held) hold(top);
  return top;
}

/**
 * Keeps the focus from being lost with a toast that leaves: it goes to another one, from the last to where it was before.
 * @returns whether it is on a toast, and what has to be put on the element around them
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

/** @param waiting how many have no place yet */
function ToastList({ toasts, waiting }: { toasts: readonly Toast[]; waiting: number }) {
  const hidden = useSyncExternalStore(subscribeVisibility, () => document.hidden);
  const isMobile = useIsMobile();
  const [pointed, setPointed] = useState(false);
  const { focused, events } = useToastFocus(toasts);
  const top = useTop(toasts, pointed || focused);
  const covered = isMobile ? toasts.filter(({ id }) => id !== top) : [];
  return (
    <Box
      as="section"
      // Dialogs leave what is so marked usable: a failed save must be readable while its dialog is open.
      data-outside-dialogs
      aria-label="Notifications"
      position="fixed"
      zIndex="toast"
      // Over the foot of the sidebar, on phones under the headers: never over what is being written or pressed.
      insetInlineStart="3"
      insetInlineEnd={{ base: '3', md: 'auto' }}
      top={{ base: 'var(--toasts-top, {spacing.16})', md: 'auto' }}
      bottom={{ md: '3' }}
      width={{ md: '18.5rem' }}
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
                more={isMobile && !isCovered ? covered.length + waiting : 0}
                paused={hidden || pointed || focused || isCovered}
              />
            </ListItem>
          );
        })}
      </List>
    </Box>
  );
}

/**
 * Where toasts appear; on phones one over the other, at `--toasts-top`, which a page with bars of its own sets. Only the shell mounts it, once. Time stands still while the pointer or the
 * focus is on them, while the tab is hidden, and for those that are covered, so that nobody misses one.
 */
export function Toaster() {
  const queue = useSyncExternalStore(subscribeToasts, toastQueue);
  if (queue.length === 0) return null;
  const toasts = queue.slice(0, maxShown);
  return createPortal(
    <ToastList toasts={toasts} waiting={queue.length - toasts.length} />,
    document.body,
  );
}
