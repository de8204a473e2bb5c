import type { Upload } from '../../engine/uploads/upload-list';
import { usePart } from '../../platform/use-part';

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
