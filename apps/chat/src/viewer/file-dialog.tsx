import { Button, Dialog, IconArrowLeft, IconDownload, LoadingState } from '@homie/ui';
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
  /** The name is not loaded yet. */
  isLoading?: boolean;
  onClose: () => void;
}

/** Shows a file, and downloads it. */
export function FileDialog(props: FileDialogProps) {
  const { conversationId, name, path, place, isFromList, isLoading = false, onClose } = props;
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
            disabled={isLoading}
            aria-busy={downloading}
            onClick={() => download({ name, supabasePath: path })}
          >
            <IconDownload size={16} />
            Download
          </Button>
        </>
      }
    >
      {isLoading ? (
        <LoadingState label="Loading the preview..." />
      ) : (
        <FilePreview {...{ conversationId, name, path, place }} />
      )}
    </Dialog>
  );
}
