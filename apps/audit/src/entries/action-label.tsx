import { Badge, IconError, Span } from '@homie/ui';
import { formatAction, isException } from './model/format-action';

/** An action in words. Only a failed or denied one is marked, by a colour and an icon. */
export function ActionLabel({ action }: { action: string }) {
  if (!isException(action)) return <Span color="fg.default">{formatAction(action)}</Span>;
  return (
    <Badge tone="danger">
      <IconError size={12} />
      <span>{formatAction(action)}</span>
    </Badge>
  );
}
