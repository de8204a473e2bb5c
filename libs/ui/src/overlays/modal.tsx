import { useId, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { IconButton } from '../controls/icon-button.tsx';
import { addToastSlot } from '../feedback/toasts.ts';
import { IconX } from '../icons/icons.ts';
import { Box } from '../layout/box.ts';
import { Flex } from '../layout/flex.ts';
import { Heading, Text } from '../layout/text.ts';
import { Backdrop, Surface } from './modal-parts.ts';
import { useModal } from './use-modal.ts';

/** The common props of dialogs and drawers. */
export interface ModalProps {
  onClose: () => void;
  title: ReactNode;
  /** One sentence below the title, read together with it. */
  description?: ReactNode;
  /** Buttons at the end, the primary one last. */
  footer?: ReactNode;
  /** Gets the focus when it opens; else the first field. */
  initialFocusRef?: RefObject<HTMLElement | null>;
  children?: ReactNode;
}

interface ModalVariant {
  placement: 'center' | 'left' | 'right' | 'bottom';
  size?: 'sm' | 'md' | 'lg' | 'xl';
  role?: 'dialog' | 'alertdialog';
}

/** Renders a modal surface. `Dialog`, `ConfirmDialog` and `Drawer` set its placement and role. */
export function Modal({
  placement,
  size = 'md',
  role = 'dialog',
  onClose,
  title,
  description,
  footer,
  initialFocusRef,
  children,
}: ModalProps & ModalVariant) {
  const id = useId();
  const layer = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const pressedOutside = useRef(false);
  const handlers = useModal({ layer, surface, initialFocus: initialFocusRef, onClose });
  const narrow = placement === 'bottom' ? 'sheet' : 'full';

  return createPortal(
    <Backdrop
      ref={layer}
      placement={placement}
      // Only a press that also started outside closes: dragging a selection out of a field must not.
      onPointerDown={(event) => (pressedOutside.current = event.target === event.currentTarget)}
      onClick={(event) => {
        if (role === 'dialog' && pressedOutside.current && event.target === event.currentTarget)
          onClose();
      }}
    >
      <Surface
        ref={surface}
        placement={placement}
        size={size}
        role={role}
        aria-modal
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-description` : undefined}
        tabIndex={-1}
        {...handlers}
      >
        <Flex
          gap="3"
          alignItems="flex-start"
          justifyContent="space-between"
          width="full"
          maxWidth={narrow}
          marginInline="auto"
          paddingInline={{ base: '5', sm: '6' }}
          paddingTop="5"
        >
          <Box minWidth="0">
            <Heading id={`${id}-title`} size="lg">
              {title}
            </Heading>
            {description && (
              <Text as="div" id={`${id}-description`} tone="muted" mt="1.5">
                {description}
              </Text>
            )}
          </Box>
          {role === 'dialog' && (
            <IconButton
              label="Close"
              size="sm"
              onClick={onClose}
              icon={<IconX />}
              marginInlineEnd="-2"
              marginTop="-0.5"
              css={{ '@media (pointer: coarse)': { minWidth: '11', marginTop: '-2' } }}
            />
          )}
        </Flex>
        <Box
          flex="1"
          minHeight="0"
          overflowY="auto"
          width="full"
          maxWidth={narrow}
          marginInline="auto"
          paddingInline={{ base: '5', sm: '6' }}
          paddingTop="4"
          paddingBottom="6"
          // A focused field, and the message below it, stay above the sticky buttons of a form.
          scrollPaddingBottom="28"
        >
          {children}
        </Box>
        <ToastSlot maxWidth={narrow} />
        {footer && (
          <Box borderTopWidth="1px" borderColor="border.subtle">
            <Flex
              paddingInline={{ base: '5', sm: '6' }}
              paddingBlock="4"
              gap="2"
              justifyContent="flex-end"
              flexWrap="wrap"
              maxWidth={narrow}
              marginInline="auto"
            >
              {footer}
            </Flex>
          </Box>
        )}
      </Surface>
    </Backdrop>,
    document.body,
  );
}

/** Shows the toasts that need attention while the modal is open. */
function ToastSlot({ maxWidth }: { maxWidth: 'sheet' | 'full' }) {
  const slot = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (slot.current ? addToastSlot(slot.current) : undefined), []);
  return (
    <Box
      ref={slot}
      width="full"
      maxWidth={maxWidth}
      marginInline="auto"
      maxHeight="40%"
      overflowY="auto"
      flexShrink="0"
    />
  );
}
