import type { Upload } from '../../uploads/upload-list';
import { usePart } from '../../loading/use-part';

const load = () => import('./file-chips');

interface AttachedFilesProps {
  conversationId: string;
  files: readonly Upload[];
  onEmptied: () => void;
}

/** The files of the message that is being written, as soon as there is one. */
export function AttachedFiles(props: AttachedFilesProps) {
  const { part } = usePart(load);
  return part && <part.FileChips {...props} />;
}
