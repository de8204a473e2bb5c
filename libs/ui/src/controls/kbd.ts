import { chakra, defineRecipe } from '@chakra-ui/react/styled-system';

/** A key to press. */
export const Kbd = chakra(
  'kbd',
  defineRecipe({
    base: {
      display: 'inline-block',
      paddingInline: '1.5',
      borderWidth: '1px',
      borderBottomWidth: '2px',
      borderColor: 'border.default',
      borderRadius: 'sm',
      bg: 'bg.subtle',
      color: 'fg.muted',
      fontFamily: 'mono',
      fontSize: 'xs',
    },
  }),
);
