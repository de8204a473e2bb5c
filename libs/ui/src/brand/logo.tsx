import { HStack } from '../layout/stack.ts';
import { Span } from '../layout/box.ts';
import { LogoMark } from './logo-mark.tsx';

/** Height of the mark in CSS pixels; the word follows. */
const SIZE = 28;

/** The mark and the product's name, from the environment. */
export function Logo({ name }: { name: string }) {
  return (
    <HStack
      as="span"
      gap="2.5"
      display="inline-flex"
      minWidth="0"
      css={{ '& > svg': { flexShrink: 0 } }}
    >
      <LogoMark size={SIZE} />
      <Span
        translate="no"
        fontWeight="semibold"
        letterSpacing="tight"
        truncate
        fontSize={`${SIZE * 0.64}px`}
      >
        {name}
      </Span>
    </HStack>
  );
}
