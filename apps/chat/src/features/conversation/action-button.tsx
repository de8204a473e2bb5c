import { IconButton, type IconButtonProps } from '@homie/ui';

interface ActionButtonProps extends IconButtonProps {
  /** The reason why the action is unavailable; the button retains its position and focus, and explains it. */
  unavailable?: string | null;
}

/** A quiet icon under a message. */
export function ActionButton({ unavailable = null, label, onClick, ...rest }: ActionButtonProps) {
  const isOff = unavailable !== null;
  return (
    <IconButton
      size="sm"
      color="fg.subtle"
      label={label}
      aria-disabled={isOff || undefined}
      {...(isOff && { title: unavailable, 'aria-description': unavailable })}
      onClick={(event) => {
        if (!isOff) onClick?.(event);
      }}
      {...rest}
    />
  );
}
