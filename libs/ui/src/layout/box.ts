import { styled } from '../theme/styled.ts';

/** A `div` (or `as`) with style props; every other layout part builds on it. */
export const Box = styled('div');

/** Inline text with style props. */
export const Span = styled('span');
