import { Box } from '@homie/ui';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import type { Span } from './model/scan';

interface MarkedTextProps {
  text: string;
  marks: readonly Span[];
  /** The input above it; its scroll position is mirrored. */
  input: RefObject<HTMLInputElement | null>;
}

/** Underlines spans of the input's text: renders the same text behind the input, invisible except for wavy lines. */
export function MarkedText({ text, marks, input }: MarkedTextProps) {
  const mirror = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = input.current;
    if (!box) return;
    const follow = () => {
      if (mirror.current) mirror.current.scrollLeft = box.scrollLeft;
    };
    follow();
    box.addEventListener('scroll', follow);
    return () => box.removeEventListener('scroll', follow);
  });
  const parts = marks
    .toSorted((one, other) => one.start - other.start)
    .reduce<{ pieces: { text: string; isMarked: boolean }[]; at: number }>(
      ({ pieces, at }, { start, end }) => {
        const from = Math.max(start, at);
        return {
          pieces: [
            ...pieces,
            { text: text.slice(at, from), isMarked: false },
            { text: text.slice(from, end), isMarked: true },
          ],
          at: Math.max(end, at),
        };
      },
      { pieces: [], at: 0 },
    );
  return (
    <Box
      ref={mirror}
      aria-hidden
      position="absolute"
      inset="0"
      display="flex"
      alignItems="center"
      overflow="hidden"
      whiteSpace="pre"
      pointerEvents="none"
      color="transparent"
      css={mirrorStyle}
    >
      <Box as="span" flexShrink="0" translate="no">
        {parts.pieces.map((piece, index) =>
          piece.isMarked ? <mark key={index}>{piece.text}</mark> : piece.text,
        )}
        {text.slice(parts.at)}
      </Box>
    </Box>
  );
}

const mirrorStyle = {
  '& mark': {
    bg: 'transparent',
    color: 'transparent',
    textDecoration: 'underline wavy {colors.danger.solid}',
    textDecorationThickness: '1.5px',
    textUnderlineOffset: '4px',
  },
} as const;
