import { defineRecipe } from '@chakra-ui/react/styled-system';
import { styled } from '../theme/styled.ts';

const Disc = styled(
  'span',
  defineRecipe({
    base: {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      flexShrink: '0',
      borderRadius: 'full',
      bg: 'brand.subtle',
      color: 'brand.fg',
      fontWeight: 'semibold',
      lineHeight: '1',
      userSelect: 'none',
    },
    variants: {
      size: {
        sm: { boxSize: '7', fontSize: 'sm' },
        md: { boxSize: '9', fontSize: 'md' },
        lg: { boxSize: '12', fontSize: 'xl' },
      },
    },
    defaultVariants: { size: 'md' },
  }),
);

/** Props of {@link Avatar}. */
export interface AvatarProps {
  /** Its first character is shown, 'U' where there is none. */
  name: string;
  size?: 'sm' | 'md' | 'lg';
}

/** A user's initial in a disc. Decorative: the name is shown next to it. */
export function Avatar({ name, size }: AvatarProps) {
  const [initial = 'U'] = name.trim();
  return (
    <Disc aria-hidden translate="no" size={size}>
      {initial.toUpperCase()}
    </Disc>
  );
}
