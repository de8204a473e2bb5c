import { chakra, defineRecipe } from '@chakra-ui/react/styled-system';

/** A list without markers. The role keeps it a list for VoiceOver, which drops unmarked ones. */
export const List = chakra('ul', defineRecipe({ base: { listStyle: 'none' } }), {
  defaultProps: { role: 'list' },
});

/** An item of a `List`. */
export const ListItem = chakra('li');
