import { chakra } from '@chakra-ui/react/styled-system';

/** A `div` (or `as`) with style props; every other layout part builds on it. */
export const Box = chakra('div');

/** Inline text with style props. */
export const Span = chakra('span');
