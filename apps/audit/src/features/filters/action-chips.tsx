import { Box, Flex } from '@homie/ui';
import { useEffect, useRef, useState } from 'react';
import { useActionGroups } from '../../api/use-action-groups';
import { useAuditApi } from '../../api/audit-api';
import type { AuditControl } from '../../state/use-audit-state';
import { ActionGroupChips, chip } from './action-group';
import { actionGroups, toggleAction } from './model/action-groups';

/** Renders the actions as toggle buttons, in groups. The actions of administrators are collapsed at first. */
export function ActionChips({ state, change }: Pick<AuditControl, 'state' | 'change'>) {
  const { auditFilterSchema } = useAuditApi();
  const groups = useActionGroups();
  const box = useRef<HTMLDivElement>(null);
  const [unfolded, setUnfolded] = useState(false);
  // Moves the focus, as the button that expanded them is removed.
  useEffect(() => {
    if (unfolded) box.current?.querySelector<HTMLElement>('fieldset + fieldset button')?.focus();
  }, [unfolded]);
  const chosen = state.actions ?? [];
  const [first, ...others] = actionGroups(groups, chosen);
  const hidden = others.flatMap(({ actions }) => actions);
  const shown = unfolded || hidden.some((action) => chosen.includes(action));
  // The filter limits the number of actions.
  const another = auditFilterSchema.safeParse({ actions: [...chosen, 'another'] });
  const chips = {
    chosen,
    full: another.error?.issues[0]?.message,
    onToggle: (action: string) => change({ actions: toggleAction(state.actions, action) }),
  };
  return (
    <Flex ref={box} flexDirection="column" gap="2.5">
      <ActionGroupChips
        group={first}
        {...chips}
        more={
          !shown && (
            <Box asChild css={chip} borderStyle="dashed">
              <button type="button" onClick={() => setUnfolded(true)}>
                {`${hidden.length} more...`}
              </button>
            </Box>
          )
        }
      />
      {shown &&
        others.map((group) => <ActionGroupChips key={group.name} group={group} {...chips} />)}
    </Flex>
  );
}
