import { defineRecipe } from '@chakra-ui/react/styled-system';
import { inputRecipe } from './input-recipe.ts';
import { styled } from '../theme/styled.ts';

/** A bare text input; needs a separate label (see `Field`, `TextField`, `SearchField`). */
export const Input = styled('input', inputRecipe);

/** A bare multi-line input. */
export const Textarea = styled(
  'textarea',
  defineRecipe({
    ...inputRecipe,
    base: { ...inputRecipe.base, resize: 'vertical', minHeight: '24' },
  }),
);
