import { Button, Dialog, IconArrowLeft, IconDownload } from '@homie/ui';
import { useDownloadFile } from '../platform/use-download-file';
import { FilePreview } from './file-preview';
import type { FilePlace } from './file-place';

interface FileDialogProps {
  conversationId: string;
  name: string;
  /** In storage. */
  path: string;
  /** The position to show first. */
  place?: FilePlace | undefined;
  /** There is a list of files behind the dialog. */
  isFromList?: boolean;
  onClose: () => void;
}

/** Shows a file, and downloads it. */
export function FileDialog(props: FileDialogProps) {
  const { conversationId, name, path, place, isFromList, onClose } = props;
  const [downloading, download] = useDownloadFile(conversationId);
  return (
    <Dialog
      open
      // Pages and tables are wider than text.
      size={/\.(pdf|csv|xlsx?)$/i.test(name) ? 'xl' : 'lg'}
      title={<span translate="no">{name}</span>}
      onClose={onClose}
      footer={
        <>
          {isFromList && (
            <Button variant="outline" onClick={onClose}>
              <IconArrowLeft size={16} />
              All files
            </Button>
          )}
          <Button
            variant="outline"
            aria-busy={downloading}
            onClick={() => download({ name, supabasePath: path })}
          >
            <IconDownload size={16} />
            Download
          </Button>
        </>
      }
    >
      <FilePreview {...{ conversationId, name, path, place }} />
    </Dialog>
  );
}
