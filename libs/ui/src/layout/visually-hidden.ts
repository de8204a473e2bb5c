import { defineRecipe } from '@chakra-ui/react/styled-system';
import { styled } from '../theme/styled.ts';

/** Text for screen readers only. */
export const VisuallyHidden = styled(
  'span',
  defineRecipe({
    base: {
      position: 'absolute',
      width: '1px',
      height: '1px',
      margin: '-1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    },
  }),
);
