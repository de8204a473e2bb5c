import { Button, IconShield } from '@homie/ui';
import { lazy, Suspense, useState } from 'react';
import type { Zone } from '../time';

const VerifyDialog = lazy(async () => {
  const { VerifyDialog: component } = await import('./verify-dialog');
  return { default: component };
});

interface VerifyButtonProps {
  zone: Zone;
  onOpenEntry: (id: string) => void;
}

/** Opens the check of the whole log for tampering. */
export function VerifyButton({ zone, onOpenEntry }: VerifyButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        <IconShield size={16} />
        Verify
      </Button>
      {isOpen && (
        <Suspense>
          <VerifyDialog
            zone={zone}
            onOpenEntry={(id) => {
              setOpen(false);
              onOpenEntry(id);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
