import { Badge, IconError, Span } from '@homie/ui';
import { actionWords, isException } from './model/action-words';

/** An action in words. Only a failed or denied one is marked, by a colour and an icon. */
export function ActionLabel({ action }: { action: string }) {
  if (!isException(action)) return <Span color="fg.default">{actionWords(action)}</Span>;
  return (
    <Badge tone="danger">
      <IconError size={12} />
      {actionWords(action)}
    </Badge>
  );
}
