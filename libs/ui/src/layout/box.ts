import { styled } from '../theme/styled.ts';

/** A `div` (or `as`) with style props; the base of every other layout component. */
export const Box = styled('div');

/** Inline text with style props. */
export const Span = styled('span');
