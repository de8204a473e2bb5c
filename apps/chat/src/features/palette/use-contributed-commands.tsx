import { useContributions, useNavigate } from '@homie/composition';
import { ContributionIcon } from '@homie/widgets';
import type { Command } from './command';

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
