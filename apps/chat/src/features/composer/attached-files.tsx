import type { Upload } from '../../engine/uploads/upload-list';
import { useLazyModule } from '../../platform/use-lazy-module';

const load = () => import('./file-chips');

interface AttachedFilesProps {
  conversationId: string;
  files: readonly Upload[];
  onEmptied: () => void;
}

/** Lazily loads and renders the files of the draft, once there is one. */
export function AttachedFiles(props: AttachedFilesProps) {
  const { module } = useLazyModule(load);
  return module && <module.FileChips {...props} />;
}
