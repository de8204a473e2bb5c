import { IconButton, IconPin } from '@homie/ui';

interface PinButtonProps {
  /** The name of the assistant. */
  label: string;
  isPinned: boolean;
  onPress: () => void;
}

/** Pins a card, in its lower corner: a pinned one is always shown, before the others. */
export function PinButton({ label, isPinned, onPress }: PinButtonProps) {
  return (
    <IconButton
      label={`Pin ${label}`}
      title={isPinned ? 'Unpin' : 'Pin: always show first'}
      aria-pressed={isPinned}
      size="sm"
      icon={<IconPin size={16} fill={isPinned ? 'currentColor' : 'none'} />}
      onClick={onPress}
      position="absolute"
      bottom="1"
      insetInlineEnd="1"
      color={isPinned ? 'brand.fg' : 'fg.subtle'}
      css={{
        opacity: isPinned ? 1 : 0,
        '[data-card]:is(:hover, :focus-within) > &': { opacity: 1 },
        '@media (hover: none)': { opacity: 1 },
        '@media (pointer: coarse)': { minWidth: '11' },
      }}
    />
  );
}
