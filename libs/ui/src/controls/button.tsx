import type { HTMLChakraProps } from '@chakra-ui/react/styled-system';
import { Children, isValidElement, type MouseEvent, type ReactNode, type Ref } from 'react';
import type { Elements } from '../elements.ts';
import { Spinner } from '../feedback/spinner.tsx';
import { buttonRecipe } from './button-recipe.ts';
import { styled } from '../theme/styled.ts';

const StyledButton = styled('button', buttonRecipe);

/**
 * A link that looks like a button. With a router:
 * `<LinkButton asChild><Link to="/admin">Admin</Link></LinkButton>`, else with `href`.
 */
export const LinkButton = styled('a', buttonRecipe);

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

/** Also keeps a submit button from submitting: pressing Enter in a field of its form clicks it. */
function cancelClick(event: MouseEvent) {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * Gives text its own element. Browsers that translate the page replace text nodes, and React could neither remove them
 * nor insert an icon before them.
 */
function wrapText(child: ReactNode): Elements {
  if (child === null || typeof child === 'boolean' || isValidElement(child)) return child;
  return <span>{child}</span>;
}

/** A button. Its type is `button` by default, so that it never submits a form by accident. */
export function Button({ busy = false, busyLabel, onClick, children, ...rest }: ButtonProps) {
  // Not `disabled` while busy: browsers blur a disabled element, and keys would no longer reach its dialog.
  const isReplaced = busy && busyLabel !== undefined;
  const busyProps = busy && { 'aria-busy': true, 'aria-disabled': true };
  return (
    <StyledButton type="button" {...rest} {...busyProps} onClick={busy ? cancelClick : onClick}>
      {busy && <Spinner size="sm" />}
      {isReplaced ? <span>{busyLabel}</span> : Children.map(children, wrapText)}
    </StyledButton>
  );
}
