import { useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { Box } from '../layout/box.ts';
import { List, ListItem } from '../layout/list.ts';
import { ToastItem } from './toast-item.tsx';
import { maxShown, subscribeToasts, toastQueue, type Toast } from './toasts.ts';

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  const hidden = useSyncExternalStore(subscribeVisibility, () => document.hidden);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
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
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <List display="flex" flexDirection="column" gap="2">
        {toasts.map((item) => (
          <ListItem key={item.id}>
            <ToastItem {...item} paused={hidden || pointed || focused} />
          </ListItem>
        ))}
      </List>
    </Box>
  );
}

/**
 * Where toasts appear; on phones at `--toasts-top`, which a page with bars of its own sets. Only the shell mounts it, once. Time stands still while the pointer or the
 * focus is on them and while the tab is hidden, so that nobody misses one.
 */
export function Toaster() {
  const queue = useSyncExternalStore(subscribeToasts, toastQueue);
  if (queue.length === 0) return null;
  return createPortal(<ToastList toasts={queue.slice(0, maxShown)} />, document.body);
}
