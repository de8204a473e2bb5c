import { usePart } from '../../../platform/use-part';
import type { FindBarProps } from './find-bar';

const loadFindBar = () => import('./find-bar');

/** The bar that leads from match to match, once it has arrived. */
export function FindInThread(props: FindBarProps) {
  const { part } = usePart(loadFindBar);
  return part && <part.FindBar {...props} />;
}
