import { HStack } from '../layout/stack.ts';
import { Span } from '../layout/box.ts';
import { LogoMark } from './logo-mark.tsx';

/** Props of {@link Logo}. */
export interface LogoProps {
  /** The product's name, from the environment. */
  name: string;
  /** Height of the mark in CSS pixels; the word follows. */
  size?: number;
}

/** The mark and the product's name. */
export function Logo({ name, size = 28 }: LogoProps) {
  return (
    <HStack
      as="span"
      gap="2.5"
      display="inline-flex"
      minWidth="0"
      css={{ '& > svg': { flexShrink: 0 } }}
    >
      <LogoMark size={size} />
      <Span fontWeight="semibold" letterSpacing="tight" truncate fontSize={`${size * 0.64}px`}>
        {name}
      </Span>
    </HStack>
  );
}
