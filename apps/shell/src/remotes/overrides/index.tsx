import { toast } from '@homie/ui';
import { useState } from 'react';
import { showLate } from '../../layout/late-parts';
import type { PageContext } from '../page-context';
import { roleInTime, whoSignsIn } from '../personal/person';
import { OverrideDialog } from './override-dialog';
import { proposedOverride } from './override-target';

type Proposal = ReturnType<typeof proposedOverride>;

function OneDialog({ proposed }: { proposed: Proposal }) {
  const [open, setOpen] = useState(true);
  return open && <OverrideDialog proposed={proposed} onClose={() => setOpen(false)} />;
}

async function mayOverride(page: PageContext): Promise<boolean> {
  const { overrides } = page.environment;
  if (!overrides) return false;
  const { id } = await whoSignsIn(page);
  const role = await roleInTime(page, id);
  return role !== null && overrides.roles.includes(role);
}

/** Lets the person choose another version of a remote for this browser, if they may. */
export async function openOverrides(page: PageContext): Promise<void> {
  if (await mayOverride(page)) return showLate(<OneDialog proposed={null} />);
  toast.error({ title: 'Error', description: 'Your role may not use other versions here.' });
}

/** Does the same for a link that proposes one. It is only filled in, and whoever may not use it does not hear of it. */
export async function followOverrideLink(page: PageContext, search: string): Promise<void> {
  if (await mayOverride(page)) showLate(<OneDialog proposed={proposedOverride(search)} />);
}
