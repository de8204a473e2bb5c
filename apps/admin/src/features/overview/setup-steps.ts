import type { AdminOverview } from '@homie/contracts';
import { documentAddress } from '../../documents/document-address';
import { productSection, type Section } from '../../sections/sections';

/** A step from an empty installation to one that people use. */
export interface SetupStep {
  id: string;
  text: string;
  /** What to do if it is not done in this product, e.g. a setting of the server. */
  hint?: string;
  isDone: boolean;
  /** Where it is done; undefined if this environment does not compose it, and for settings of the server. */
  to: string | undefined;
}

interface Installation {
  sentToProvider: 'nothing' | 'search' | 'conversations';
  sendsMails: boolean;
  /** A demo needs neither a provider nor mails. */
  demoMode: boolean;
}

/**
 * Returns the steps of setting up an installation, in their order; none if all are done, or if that is not known.
 * @param assistantId the assistant whose documents are offered first, once there is one
 */
export function setupSteps(
  { setup }: Pick<AdminOverview, 'setup'>,
  { sentToProvider, sendsMails, demoMode }: Installation,
  sections: readonly Section[],
  assistantId?: string,
): SetupStep[] {
  if (!setup) return [];
  const [assistants, participants, users] = (['assistants', 'participants', 'users'] as const).map(
    (id) => {
      const { remote, path } = productSection(sections, id);
      return remote === undefined ? undefined : path;
    },
  );
  const steps: SetupStep[] = [
    {
      id: 'provider',
      text: 'Connect an AI provider',
      hint: 'Set AI_API_KEY or AI_BASE_URL on the server.',
      isDone: sentToProvider === 'conversations',
      to: undefined,
    },
    {
      id: 'assistants',
      text: 'Create an assistant',
      isDone: setup.assistants,
      to: assistants && `${assistants}?create=assistant`,
    },
    {
      id: 'documents',
      text: 'Give an assistant documents to answer from',
      ...(!setup.assistants && { hint: 'Create an assistant first.' }),
      isDone: setup.documents,
      to:
        assistantId === undefined
          ? undefined
          : documentAddress({ assistant_id: assistantId, participant_id: null }, sections),
    },
    {
      id: 'participants',
      text: 'Add the people you support',
      isDone: setup.participants,
      to: participants && `${participants}?create=participant`,
    },
    {
      id: 'mails',
      text: 'Send emails',
      hint: 'Set SMTP_URL and MAIL_FROM on the server.',
      isDone: sendsMails,
      to: undefined,
    },
    {
      id: 'users',
      text: 'Invite your colleagues',
      isDone: setup.users,
      to: users && `${users}?create=user`,
    },
  ];
  const isSetUp = steps.every(
    ({ id, isDone }) => isDone || (demoMode && (id === 'provider' || id === 'mails')),
  );
  return isSetUp ? [] : steps;
}
