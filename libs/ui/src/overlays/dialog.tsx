import { Modal, type ModalProps } from './modal.tsx';

/** Props of {@link Dialog}. */
export interface DialogProps extends ModalProps {
  open: boolean;
  size?: 'sm' | 'md' | 'lg' | 'xl';
}

/**
 * A modal dialog: the focus moves in and returns, Escape and a press outside close it, the page behind is inert. On
 * phones it rises from the bottom. Its content is mounted only while it is open.
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <Modal placement="center" {...rest} /> : null;
}
