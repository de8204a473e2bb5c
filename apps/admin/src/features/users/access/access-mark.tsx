import { Center, IconUsers, IconX } from '@homie/ui';
import { IconBothAccess, IconDirectAccess } from '@homie/widgets';
import type { AccessState } from './access-state';

const icons = {
  none: { icon: IconX, bg: 'bg.muted', color: 'fg.muted' },
  direct: { icon: IconDirectAccess, bg: 'brand.subtle', color: 'brand.fg' },
  role: { icon: IconUsers, bg: 'info.subtle', color: 'info.fg' },
  both: { icon: IconBothAccess, bg: 'accent.subtle', color: 'accent.fg' },
} as const satisfies Record<AccessState, object>;

/** Renders a user's access to an assistant as an icon; the text is next to it. */
export function AccessMark({ state }: { state: AccessState }) {
  const { icon: Icon, bg, color } = icons[state];
  return (
    <Center
      aria-hidden
      data-access={state}
      boxSize="9"
      flexShrink="0"
      borderRadius="full"
      bg={bg}
      color={color}
    >
      <Icon size={18} />
    </Center>
  );
}
