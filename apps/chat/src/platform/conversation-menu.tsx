import type { ConversationRow } from '@homie/contracts';
import { IconButton, IconMore, Menu } from '@homie/ui';
import { ACTION_ICONS } from './action-icons';
import { ACTION_LABELS, actionsFor } from './conversation-action';
import type { ActOn } from './use-conversation-actions';

interface ConversationMenuProps {
  label: string;
  row: ConversationRow;
  /** True if the conversation is on the screen. */
  open: boolean;
  onAct: ActOn;
}

/** The menu of a conversation's actions, and its button. */
export function ConversationMenu({ label, row, open, onAct }: ConversationMenuProps) {
  return (
    <Menu
      label={label}
      trigger={<IconButton label={label} size="sm" icon={<IconMore />} />}
      items={actionsFor(row, open).map((action) => ({
        id: action,
        label: ACTION_LABELS[action],
        icon: ACTION_ICONS[action],
        danger: action === 'delete',
        onSelect: () => onAct(row, action),
      }))}
    />
  );
}
