import { Button, IconButton, IconCopy, toast } from '@homie/ui';
import { IconLink, writeClipboard } from '@homie/widgets';

async function copy(label: string, text: string) {
  try {
    await writeClipboard(text);
    toast.success({ title: 'Copied', description: `${label} copied to clipboard` });
  } catch {
    // The user denied the permission.
    toast.error({ title: 'Copy failed', description: 'Could not copy to clipboard' });
  }
}

/** Copies a value to the clipboard and confirms it. @param label the name of the value, e.g. 'User ID' */
export function CopyButton({ label, text }: { label: string; text: string }) {
  return (
    <IconButton
      size="sm"
      label={`Copy ${label}`}
      icon={<IconCopy size={16} />}
      onClick={() => void copy(label, text)}
    />
  );
}

/** Copies the address of an entry to the clipboard. */
export function CopyLink({ id }: { id: string }) {
  const { origin, pathname } = window.location;
  return (
    <Button
      variant="ghost"
      size="sm"
      onClick={() => void copy('Link', `${origin}${pathname}?entry=${id}`)}
    >
      <IconLink size={16} />
      Copy link
    </Button>
  );
}
