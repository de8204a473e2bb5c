import { Box, isComposing, useIsTouchOnly } from '@homie/ui';
import { useImperativeHandle, type ClipboardEvent, type KeyboardEvent, type Ref } from 'react';
import { isSendKey } from '../../platform/send-key';
import { composerText } from './composer-frame';
import { pastedFiles } from '../../platform/pasted-files';
import { useDraftField } from './use-draft-field';

/** Focuses the composer from outside. */
export interface ComposerFocus {
  focus: () => void;
}

interface ComposerFieldProps {
  ref: Ref<ComposerFocus>;
  conversationId: string;
  /** Called with files that were pasted. */
  onFiles: (files: File[]) => void;
  onSubmit: () => void;
  label: string;
}

/**
 * The field for a message. Enter sends and Shift+Enter inserts a new line; on a touch screen Enter inserts a new line
 * and only the button sends.
 */
export function ComposerField({
  ref,
  conversationId,
  onFiles,
  onSubmit,
  label,
}: ComposerFieldProps) {
  const { ref: field, defaultValue, write } = useDraftField(conversationId);
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus({ preventScroll: true }) }), [
    field,
  ]);
  const isTouchOnly = useIsTouchOnly();

  function keyDown(event: KeyboardEvent) {
    // Enter also confirms a word that is being composed, e.g. in Japanese or with a suggestion.
    if (isComposing(event) || !isSendKey(event, isTouchOnly)) return;
    event.preventDefault();
    onSubmit();
  }

  function paste(event: ClipboardEvent) {
    const files = pastedFiles(event.clipboardData);
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  }

  return (
    <Box asChild {...composerText}>
      <textarea
        ref={field}
        rows={1}
        dir="auto"
        // The focus target of shortcuts.
        data-composer
        enterKeyHint={isTouchOnly ? 'enter' : 'send'}
        defaultValue={defaultValue}
        aria-label={label}
        placeholder={label}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={keyDown}
        onPaste={paste}
      />
    </Box>
  );
}
