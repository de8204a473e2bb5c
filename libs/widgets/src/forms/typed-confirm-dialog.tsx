import { Button, Dialog, Field, Flex, Input, Stack } from '@homie/ui';
import { useState, type ReactNode, type SubmitEvent } from 'react';

/** Props of {@link TypedConfirmDialog}. */
export interface TypedConfirmDialogProps {
  open: boolean;
  title: string;
  /** The data that will be lost. */
  body: ReactNode;
  /** The text that must be typed, letter by letter. */
  name: string;
  /** The action as a verb, e.g. 'Delete'. */
  confirmLabel: string;
  busyLabel?: string;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Requires the name of the data that will be lost, so that no one loses it by an accidental press. */
export function TypedConfirmDialog({ open, ...props }: TypedConfirmDialogProps) {
  return open ? <TypedConfirm {...props} /> : null;
}

function TypedConfirm(props: Omit<TypedConfirmDialogProps, 'open'>) {
  const { title, body, name, confirmLabel, busyLabel = confirmLabel, busy = false } = props;
  const [typed, setTyped] = useState('');
  const matches = typed.trim() === name;

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (matches && !busy) props.onConfirm();
  }

  return (
    <Dialog
      open
      size="sm"
      title={title}
      description={body}
      onClose={() => {
        if (!busy) props.onCancel();
      }}
    >
      <Stack asChild gap="5">
        <form onSubmit={submit}>
          <Field
            label={
              <span>
                Type <strong translate="no">{name}</strong> to confirm
              </span>
            }
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            )}
          </Field>
          <Flex justifyContent="flex-end" gap="2">
            <Button variant="outline" onClick={props.onCancel} disabled={busy}>
              Cancel
            </Button>
            <Button
              type="submit"
              variant="danger"
              disabled={!matches}
              busy={busy}
              busyLabel={busyLabel}
            >
              {confirmLabel}
            </Button>
          </Flex>
        </form>
      </Stack>
    </Dialog>
  );
}
