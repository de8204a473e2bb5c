import { Stack } from '@homie/ui';
import { useEffect, useRef, type ReactNode } from 'react';

interface MessageArticleProps {
  /** Who says it. */
  label: string;
  id: string;
  busy?: boolean;
  /** It was asked for by the address: it takes the focus and is marked for a moment. */
  sought: boolean;
  side: 'start' | 'end';
  children: ReactNode;
}

/** One message. Takes the focus when what had it leaves, and when somebody is led to it. */
export function MessageArticle({ label, id, busy, sought, side, children }: MessageArticleProps) {
  const article = useRef<HTMLElement>(null);
  useEffect(() => {
    // Who goes from match to match goes on where they press.
    if (!sought || document.activeElement?.closest('[data-find]')) return;
    // A row that was not in sight before is measured first, and cannot take the focus until then.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => article.current?.focus({ preventScroll: true }));
    });
    return () => cancelAnimationFrame(frame);
  }, [sought]);
  return (
    <Stack
      asChild
      gap="1"
      alignItems={side === 'end' ? 'flex-end' : 'stretch'}
      borderRadius="md"
      css={{
        outline: 'none',
        transition: 'background-color 400ms ease-out',
        '&:focus-visible:not([data-sought])': {
          outline: '2px solid {colors.focus.ring}',
          outlineOffset: '6px',
        },
        '&[data-sought]': {
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
        data-sought={sought || undefined}
      >
        {children}
      </article>
    </Stack>
  );
}
