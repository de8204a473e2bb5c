import { Stack } from '@homie/ui';
import { useEffect, useRef, type ReactNode } from 'react';

interface MessageArticleProps {
  /** The name of the author. */
  label: string;
  id: string;
  busy?: boolean;
  /** The address names it: it gets the focus and is highlighted for a moment. */
  target: boolean;
  side: 'start' | 'end';
  children: ReactNode;
}

/** One message. Gets the focus if its focused element is removed, and if the user navigates to it. */
export function MessageArticle({ label, id, busy, target, side, children }: MessageArticleProps) {
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    // A user who steps through matches continues in the find bar, which retains the focus.
    if (!target || document.activeElement?.closest('[data-find]')) return;
    // A row that was outside the viewport is measured first, and cannot get the focus until then.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => article.current?.focus({ preventScroll: true }));
    });
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return (
    <Stack
      asChild
      gap="1"
      alignItems={side === 'end' ? 'flex-end' : 'stretch'}
      borderRadius="md"
      css={{
        outline: 'none',
        transition: 'background-color 400ms ease-out',
        '&:focus-visible:not([data-target-message])': {
          outline: '2px solid {colors.focus.ring}',
          outlineOffset: '6px',
        },
        '&[data-target-message]': {
          bg: 'brand.subtle',
          boxShadow: '0 0 0 8px {colors.brand.subtle}',
          '@media (prefers-reduced-motion: reduce), (forced-colors: active)': {
            bg: 'transparent',
            boxShadow: 'none',
            outline: '2px solid {colors.brand.solid}',
            outlineOffset: '6px',
          },
        },
      }}
    >
      <article
        ref={article}
        tabIndex={-1}
        aria-label={label}
        aria-busy={busy}
        data-message={id}
        data-target-message={target || undefined}
      >
        {children}
      </article>
    </Stack>
  );
}
