import { useIsAdmin } from '@homie/api-client';
import { useSession } from '@homie/auth';
import { useContributions, useNavigate } from '@homie/composition';
import type { ConversationRow } from '@homie/contracts';
import {
  IconArchive,
  IconKeyboard,
  IconMoon,
  IconPlus,
  IconSearch,
  IconShield,
  IconSun,
  useColorMode,
} from '@homie/ui';
import { ContributionIcon } from '@homie/widgets';
import { ACTION_ICONS } from '../../platform/action-icons';
import { ACTION_LABELS, actionsFor } from '../../platform/conversation-action';
import type { ActOn } from '../../platform/use-conversation-actions';
import { isApple } from '../../platform/is-apple';
import { shortcutText } from '../../platform/shortcut-keys';
import type { ShortcutId } from '../../platform/shortcuts';
import type { Command } from './command';

/** The actions that the palette triggers elsewhere on the screen. */
export interface PaletteDeeds {
  newChat: () => void;
  search: () => void;
  showArchived: () => void;
  showShortcuts: () => void;
  onAct: ActOn;
}

/** Returns whether the device seems to have a keyboard: those without hover are phones and tablets. */
const hasKeyboard = () => !matchMedia('(hover: none)').matches;

const keysOf = (id: ShortcutId) => (hasKeyboard() ? shortcutText(id, isApple()) : undefined);

/** Returns the actions on the conversation on the screen. */
export function currentCommands(
  current: ConversationRow | undefined,
  { onAct }: Pick<PaletteDeeds, 'onAct'>,
): Command[] {
  if (current === undefined) return [];
  return actionsFor(current, true).map((action) => ({
    id: action,
    label: ACTION_LABELS[action],
    icon: ACTION_ICONS[action],
    run: () => onAct(current, action),
  }));
}

/** Returns the actions that are available anywhere in the chat. */
export function useActionCommands({
  newChat,
  search,
  showArchived,
  showShortcuts,
}: PaletteDeeds): Command[] {
  const isAdmin = useIsAdmin(useSession()?.user.id);
  const navigate = useNavigate();
  const { resolved, toggle } = useColorMode();
  const dark = resolved === 'dark';
  return [
    {
      id: 'new',
      label: 'New Chat',
      icon: <IconPlus size={18} />,
      hint: keysOf('new-chat'),
      run: newChat,
    },
    { id: 'search', label: 'Search conversations', icon: <IconSearch size={18} />, run: search },
    {
      id: 'archived',
      label: 'Archived conversations',
      icon: <IconArchive size={18} />,
      run: showArchived,
    },
    {
      id: 'theme',
      label: dark ? 'Switch to light theme' : 'Switch to dark theme',
      icon: dark ? <IconSun size={18} /> : <IconMoon size={18} />,
      run: toggle,
    },
    ...(hasKeyboard()
      ? [
          {
            id: 'shortcuts',
            label: 'Keyboard shortcuts',
            icon: <IconKeyboard size={18} />,
            hint: keysOf('help'),
            run: showShortcuts,
          },
        ]
      : []),
    ...(isAdmin
      ? [
          {
            id: 'admin',
            label: 'Admin Panel',
            icon: <IconShield size={18} />,
            run: () => navigate('/admin'),
          },
        ]
      : []),
  ];
}

/** Returns the navigation commands that other packages of the product contribute. */
export function useContributedCommands(): Command[] {
  const navigate = useNavigate();
  return useContributions('paletteCommands').map(({ remote, id, label, path, icon }) => ({
    id: `contributed-${remote}-${id}`,
    label,
    icon: <ContributionIcon name={icon} size={18} />,
    run: () => navigate(path),
  }));
}
