import { Link } from '@homie/composition';
import { IconArrowLeft, TextLink } from '@homie/ui';

/** The link from an area around the chat, like the settings, back to it. */
export function BackToApp() {
  return (
    <TextLink
      asChild
      display="inline-flex"
      alignItems="center"
      gap="1.5"
      minHeight="8"
      css={{ '@media (pointer: coarse)': { minHeight: '11' } }}
      fontSize="sm"
      textDecoration="none"
      _hover={{ textDecoration: 'underline' }}
    >
      <Link to="/app">
        <IconArrowLeft size={16} />
        Back to App
      </Link>
    </TextLink>
  );
}
