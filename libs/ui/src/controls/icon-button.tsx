import type { ReactElement } from 'react';
import { Button, type ButtonProps } from './button.tsx';

/** Props of {@link IconButton}. */
export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'busyLabel' | 'wide'> {
  /** The button's name for screen readers, also shown on hover. */
  label: string;
  icon: ReactElement;
}

const sides = { sm: '8', md: '10', lg: '12' } as const;

/** A square button with an icon and a name; at least 44 px on touch screens. */
export function IconButton({ label, icon, size = 'md', busy, ...rest }: IconButtonProps) {
  return (
    <Button
      variant="ghost"
      aria-label={label}
      title={label}
      size={size}
      busy={busy ?? false}
      width={sides[size]}
      minWidth={sides[size]}
      paddingInline="0"
      css={{ '@media (pointer: coarse)': { minWidth: '11' } }}
      {...rest}
    >
      {busy ? null : icon}
    </Button>
  );
}
