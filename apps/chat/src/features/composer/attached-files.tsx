import type { Upload } from '../../engine/uploads/upload-list';
import { usePart } from '../../platform/use-part';

const load = () => import('./file-chips');

interface AttachedFilesProps {
  conversationId: string;
  files: readonly Upload[];
  onEmptied: () => void;
}

/** Lazily loads and renders the files of the draft, once there is one. */
export function AttachedFiles(props: AttachedFilesProps) {
  const { part } = usePart(load);
  return part && <part.FileChips {...props} />;
}
