import { Button, Flex, IconButton, IconChevronDown, IconShield, Menu } from '@homie/ui';
import { lazy, Suspense, useState } from 'react';
import type { AuditControl } from '../../state/use-audit-state';
import { verifiableRange } from './model/verifiable-range';

const VerifyDialog = lazy(async () => {
  const { VerifyDialog: component } = await import('./verify-dialog');
  return { default: component };
});

const HoldsDialog = lazy(async () => {
  const { HoldsDialog: component } = await import('./holds/holds-dialog');
  return { default: component };
});

interface VerifyButtonProps {
  control: Pick<AuditControl, 'state' | 'filter' | 'days'>;
  onOpenEntry: (id: string) => void;
}

/** Renders the buttons that verify the log, or its shown days, against tampering, and that open the legal holds. */
export function VerifyButton({ control, onOpenEntry }: VerifyButtonProps) {
  const { zone } = control.state;
  const [opened, setOpened] = useState<'verify' | 'holds'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <Flex>
        <Button size="sm" variant="outline" onClick={() => setOpened('verify')} borderEndRadius="0">
          <IconShield size={16} />
          Verify
        </Button>
        <Menu
          label="More about the log"
          trigger={
            <IconButton
              label="More about the log"
              size="sm"
              variant="outline"
              icon={<IconChevronDown size={16} />}
              borderStartRadius="0"
              marginInlineStart="-1px"
            />
          }
          items={[{ id: 'holds', label: 'Legal holds', onSelect: () => setOpened('holds') }]}
        />
      </Flex>
      <Suspense>
        {opened === 'verify' && (
          <VerifyDialog
            zone={zone}
            range={verifiableRange(control)}
            onOpenEntry={(id) => {
              close();
              onOpenEntry(id);
            }}
            onClose={close}
          />
        )}
        {opened === 'holds' && <HoldsDialog zone={zone} onClose={close} />}
      </Suspense>
    </>
  );
}
