import { defineRecipe } from '@chakra-ui/react/styled-system';
import { styled } from '../theme/styled.ts';

/** A list without markers. The role preserves its semantics in VoiceOver, which ignores unmarked lists. */
export const List = styled('ul', defineRecipe({ base: { listStyle: 'none' } }), {
  defaultProps: { role: 'list' },
});

/** An item of a `List`. */
export const ListItem = styled('li');
