import { useEffect, useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { List, ListItem } from '../layout/list.ts';
import { ToastItem } from './toast-item.tsx';
import { maxShown, subscribeToasts, toastQueue } from './toasts.ts';

function subscribeVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/**
 * Where toasts appear. Only the shell mounts it, once. Time stands still while the pointer or the
 * focus is on them and while the tab is hidden, so that nobody misses one.
 */
export function Toaster() {
  const shown = useSyncExternalStore(subscribeToasts, toastQueue).slice(0, maxShown);
  const hidden = useSyncExternalStore(subscribeVisibility, () => document.hidden);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const empty = shown.length === 0;

  useEffect(() => {
    // The toast under the pointer or focus may have been the last: no leave event follows then.
    if (!empty) return;
    setPointed(false);
    setFocused(false);
  }, [empty]);

  return createPortal(
    // Dialogs leave this region usable: a failed save must be readable while its dialog is open.
    <List
      data-outside-dialogs
      aria-label="Notifications"
      hidden={empty}
      position="fixed"
      zIndex="toast"
      insetInlineEnd={{ base: '3', md: '5' }}
      insetInlineStart={{ base: '3', sm: 'auto' }}
      bottom={{ base: '3', md: '5' }}
      width={{ base: 'auto', sm: '24rem' }}
      display={empty ? 'none' : 'flex'}
      flexDirection="column"
      gap="2"
      pointerEvents="none"
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {shown.map((item) => (
        <ListItem key={item.id}>
          <ToastItem {...item} paused={hidden || pointed || focused} />
        </ListItem>
      ))}
    </List>,
    document.body,
  );
}
