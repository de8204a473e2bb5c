import { useQuery } from '@homie/api-client';
import { useComposition, useEnvironment } from '@homie/composition';
import {
  Button,
  Dialog,
  Field,
  Input,
  List,
  ListItem,
  LoadingState,
  Select,
  Text,
  TextLink,
  toast,
  VStack,
} from '@homie/ui';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { renderOnAllScreens } from '../../layout/late-parts';
import { overrideKey } from './override-storage';
import { knownReleases, overrideTarget, proposedOverride } from './override-target';
import { roleInTime, signedInUser, type PageContext } from './person';

interface OverrideDialogProps {
  /** Fills in the proposal of a link. */
  proposed: ReturnType<typeof proposedOverride>;
  onClose: () => void;
}

/** Selects another version of one remote, for this browser only. */
function OverrideDialog({ proposed, onClose }: OverrideDialogProps) {
  const { remotes, resolutions } = useComposition();
  const environment = useEnvironment();
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [remote, setRemote] = useState(proposed?.remote ?? 'chat');
  const [target, setTarget] = useState(proposed?.target ?? '');
  const [problem, setProblem] = useState<string>();
  const current = resolutions.find(({ name }) => name === remote);
  const { data: known } = useQuery({
    queryKey: ['override', remote],
    queryFn: () => knownReleases(remote, environment),
  });

  function use(event: SubmitEvent) {
    event.preventDefault();
    if (!current || !known) return;
    const releases = known.map(({ release }) => release);
    const ownOrigin = window.location.origin;
    const chosen = overrideTarget(target, { current, known: releases, environment, ownOrigin });
    if ('problem' in chosen) {
      setProblem(chosen.problem);
      field.current?.focus();
      return;
    }
    window.localStorage.setItem(overrideKey(remote), JSON.stringify(chosen.release));
    window.location.reload();
  }

  return (
    <Dialog
      open
      size="md"
      title="Use another version"
      description="Applies to this browser only. Everyone else keeps this environment's version."
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} disabled={!current || !known}>
            Use and reload
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={use}>
        <VStack gap="4" alignItems="stretch">
          {proposed && (
            <Text>
              A link proposed this. Go on only if you know who made it: the code from there runs as
              you and sees what you see.
            </Text>
          )}
          <Field label="Remote">
            {(control) => (
              <Select
                {...control}
                value={remote}
                options={remotes.map((name) => ({ value: name, label: name }))}
                onChange={(event) => setRemote(event.currentTarget.value)}
              />
            )}
          </Field>
          <Field
            label="Version or address"
            error={problem}
            hint="For example http://localhost:5001/remoteEntry.js"
            required
          >
            {(control) => (
              <Input
                {...control}
                ref={field}
                value={target}
                autoCapitalize="none"
                spellCheck={false}
                onChange={(event) => {
                  setTarget(event.currentTarget.value);
                  setProblem(undefined);
                }}
              />
            )}
          </Field>
          {known ? (
            <List aria-label="Known versions">
              {known.map(({ release: { version }, from }) => (
                <ListItem key={version}>
                  <TextLink asChild>
                    <button type="button" onClick={() => setTarget(version)}>
                      {version}
                    </button>
                  </TextLink>{' '}
                  <Text as="span" tone="muted">
                    {from}
                  </Text>
                </ListItem>
              ))}
            </List>
          ) : (
            <LoadingState label="Loading..." />
          )}
        </VStack>
      </form>
    </Dialog>
  );
}

function ClosableDialog({ proposed }: Pick<OverrideDialogProps, 'proposed'>) {
  const [open, setOpen] = useState(true);
  return open && <OverrideDialog proposed={proposed} onClose={() => setOpen(false)} />;
}

async function mayOverride(page: PageContext): Promise<boolean> {
  const { overrides } = page.environment;
  if (!overrides) return false;
  const { id } = await signedInUser(page);
  const role = await roleInTime(page, id);
  return role !== null && overrides.roles.includes(role);
}

/** Opens the dialog if the user may run other versions. */
export async function openOverrides(page: PageContext): Promise<void> {
  if (await mayOverride(page)) return renderOnAllScreens(<ClosableDialog proposed={null} />);
  toast.error({ title: 'Error', description: "Your role can't use other versions here." });
}

/** Opens the dialog for a link that proposes a version. Users who may not run it get no message. */
export async function followOverrideLink(page: PageContext, search: string): Promise<void> {
  if (await mayOverride(page))
    renderOnAllScreens(<ClosableDialog proposed={proposedOverride(search)} />);
}
