import { Button, toast } from '@homie/ui';
import { writeClipboard } from '@homie/widgets';

interface CopyButtonProps {
  /** E.g. 'Copy key'. */
  label: string;
  /** What the user reads when it is copied, e.g. 'Key copied'. */
  copied: string;
  text: string;
}

/** Copies a secret that the user has to store elsewhere. */
export function CopyButton({ label, copied, text }: CopyButtonProps) {
  async function copy() {
    try {
      await writeClipboard(text);
      toast.success({ title: copied });
    } catch {
      toast.error({ title: 'Copy failed', description: 'Select the text and copy it yourself.' });
    }
  }
  return (
    <Button variant="outline" onClick={() => void copy()}>
      {label}
    </Button>
  );
}
