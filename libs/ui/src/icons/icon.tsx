import type { LucideIcon, LucideProps } from 'lucide-react';

/** An icon, 20 px with a 1.75 px stroke by default; hidden from screen readers unless it has an `aria-label`. */
export interface IconProps extends Omit<LucideProps, 'ref'> {}

/** Gives a lucide icon our size and stroke. */
export function icon(Drawing: LucideIcon) {
  return function Icon(props: IconProps) {
    return <Drawing size={20} strokeWidth={1.75} focusable="false" {...props} />;
  };
}
