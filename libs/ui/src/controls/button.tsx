import type { HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { useImperativeHandle, type ReactNode, type Ref } from 'react';
import { Spinner } from '../feedback/spinner.tsx';
import { buttonRecipe } from './button-recipe.ts';
import { useFocusThroughBusy } from './use-focus-through-busy.ts';
import { styled } from '../theme/styled.ts';

const StyledButton = styled('button', buttonRecipe);

/** Props of {@link Button}: those of a `button`, style props, and these. */
export interface ButtonProps extends Omit<HTMLChakraProps<'button'>, 'as' | 'asChild'> {
  variant?: 'solid' | 'outline' | 'ghost' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** As wide as its container. */
  wide?: boolean;
  /** While true the button is disabled, which assistive technology announces. */
  busy?: boolean;
  /** Replaces the label while busy, e.g. 'Signing in...'. */
  busyLabel?: string;
  children?: ReactNode;
  ref?: Ref<HTMLButtonElement | null>;
}

/** A button. Its type is `button` by default, so that it never submits a form by accident. */
export function Button({ busy = false, busyLabel, disabled, children, ref, ...rest }: ButtonProps) {
  const button = useFocusThroughBusy(busy);
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(
    ref,
    () => button.current,
  );
  return (
    <StyledButton
      type="button"
      {...rest}
      ref={button}
      disabled={busy || disabled}
      aria-busy={busy || undefined}
    >
      {busy && <Spinner size="sm" />}
      {busy && busyLabel ? busyLabel : children}
    </StyledButton>
  );
}
