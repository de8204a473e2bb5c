import { Fill, useComposition } from '@homie/composition';
import { Button, IconRefresh, Span } from '@homie/ui';
import { renderOnAllScreens } from '../../layout/late-parts';
import { hasOverride, resetOverrides } from './override-storage';

/** Shows in the header which overrides this browser runs; a click resets them. */
function OverrideBadge() {
  const { remotes } = useComposition();
  const names = remotes.filter(hasOverride).join(', ');
  return (
    <Fill slot="header-end">
      <Button
        size="sm"
        variant="outline"
        aria-label={`Override of ${names}: reset`}
        title={`This browser runs another version of ${names}. Press to reset.`}
        bg="warning.subtle"
        color="warning.fg"
        borderColor="warning.fg"
        borderRadius="full"
        onClick={resetOverrides}
      >
        <IconRefresh size={16} />
        <Span display={{ base: 'none', md: 'inline' }} maxWidth="40" truncate>
          {`Override: ${names}`}
        </Span>
      </Button>
    </Fill>
  );
}

/** Shows the badge for the life of the page. */
export function showOverrideBadge(): void {
  renderOnAllScreens(<OverrideBadge />);
}
