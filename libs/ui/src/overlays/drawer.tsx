import { Modal, type ModalProps } from './modal.tsx';

/** Props of {@link Drawer}. */
export interface DrawerProps extends ModalProps {
  open: boolean;
  /** The edge where it opens; at the bottom its content is at most 640 px wide. */
  placement?: 'left' | 'right' | 'bottom';
}

/** A modal sheet at an edge of the window; behaves like `Dialog`. */
export function Drawer({ open, placement = 'left', ...rest }: DrawerProps) {
  return open ? <Modal placement={placement} {...rest} /> : null;
}
