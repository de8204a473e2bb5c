import { defineRecipe } from '@chakra-ui/react/styled-system';
import { styled } from '../theme/styled.ts';

/** A link inside text. With a router: `<TextLink asChild><Link to="…">…</Link></TextLink>`. */
export const TextLink = styled(
  'a',
  defineRecipe({
    base: {
      color: 'brand.fg',
      textDecoration: 'underline',
      textDecorationThickness: '1px',
      textUnderlineOffset: '3px',
      borderRadius: 'sm',
      cursor: 'pointer',
      _hover: { textDecorationThickness: '2px' },
    },
  }),
);
