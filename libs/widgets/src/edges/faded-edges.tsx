import { Box, centerInRow } from '@homie/ui';
import { useLayoutEffect, useRef, type ReactNode } from 'react';

const FADE = '2.5rem';

/** Fades the edges of a row that scrolls, its only child, beyond which more of the row follows. */
export function FadedEdges({ children }: { children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const row = frame.current?.firstElementChild;
    if (!row) return;
    const update = () => {
      const after = row.scrollWidth - row.clientWidth - row.scrollLeft;
      frame.current?.style.setProperty('--before', row.scrollLeft > 1 ? FADE : '0px');
      frame.current?.style.setProperty('--after', after > 1 ? FADE : '0px');
    };
    // The items too: a font that loads changes their widths, but not that of the row.
    const resizes = new ResizeObserver(update);
    for (const element of [row, ...row.children]) resizes.observe(element);
    row.addEventListener('scroll', update);
    // Browsers leave an item below a fade. Not for a press: the item would move away from the pointer.
    const reveal = ({ target }: Event) => {
      if (target instanceof Element && target.matches(':focus-visible')) centerInRow(row, target);
    };
    row.addEventListener('focusin', reveal);
    return () => {
      resizes.disconnect();
      row.removeEventListener('scroll', update);
      row.removeEventListener('focusin', reveal);
    };
  }, []);
  return (
    <Box
      ref={frame}
      css={{
        maskImage:
          'linear-gradient(to right, transparent, black var(--before, 0px), black calc(100% - var(--after, 0px)), transparent)',
        // The fade shows that more follows. Firefox on a computer would show a scrollbar below the row, too.
        '& > *': { scrollbarWidth: 'none' },
      }}
    >
      {children}
    </Box>
  );
}
