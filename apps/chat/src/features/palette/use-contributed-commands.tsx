import { useContributions, useNavigate } from '@homie/composition';
import { ContributionIcon } from '@homie/widgets';
import type { Command } from './command';

/** Where other parts of the product can be gone to from here, as those parts say themselves. */
export function useContributedCommands(): Command[] {
  const navigate = useNavigate();
  return useContributions('paletteCommands').map(({ remote, id, label, path, icon }) => ({
    id: `contributed-${remote}-${id}`,
    label,
    icon: <ContributionIcon name={icon} size={18} />,
    run: () => navigate(path),
  }));
}
