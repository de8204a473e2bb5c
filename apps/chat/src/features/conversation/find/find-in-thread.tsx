import { useLazyModule } from '../../../platform/use-lazy-module';
import type { FindBarProps } from './find-bar';

const loadFindBar = () => import('./find-bar');

/** The lazily loaded find bar. */
export function FindInThread(props: FindBarProps) {
  const { module } = useLazyModule(loadFindBar);
  return module && <module.FindBar {...props} />;
}
