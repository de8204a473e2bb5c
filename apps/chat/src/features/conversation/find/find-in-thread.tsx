import { usePart } from '../../../platform/use-part';
import type { FindBarProps } from './find-bar';

const loadFindBar = () => import('./find-bar');

/** The lazily loaded find bar. */
export function FindInThread(props: FindBarProps) {
  const { part } = usePart(loadFindBar);
  return part && <part.FindBar {...props} />;
}
