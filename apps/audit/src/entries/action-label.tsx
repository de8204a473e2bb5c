import { Badge } from '@homie/ui';
import { actionTone, actionWords } from './model/action-words';

/** An action in its colour. */
export function ActionLabel({ action }: { action: string }) {
  return <Badge tone={actionTone(action)}>{actionWords(action)}</Badge>;
}
