import { useAuth } from '@homie/auth';
import { useDocumentTitle, useEnvironment, type Environment } from '@homie/composition';
import { Box, Button, Heading, Stack, TextLink } from '@homie/ui';
import { useEffect } from 'react';
import { signedInUser } from '../app/signed-in-user';
import { focusHeading } from '../app/use-heading-focus';
import { AuthPage } from '../layout/auth-page';

const RECORDED = [
  'Your conversations and their files, on the server of your organisation, until you delete them.',
  'When you sign in, send a message, add a file or change access. Administrators can read this, without the text of messages.',
  'How many replies you get, and their length and speed, for reports.',
  'The devices and network addresses that you sign in from. You see them in Settings.',
];

const SENT: Record<Environment['sentToProvider'], readonly string[]> = {
  nothing: ['Nothing. Replies are written on this server.'],
  search: [
    'Your questions and the text of documents, to find passages that may answer you.',
    'Nothing else. Replies are written on this server.',
  ],
  conversations: [
    'The messages of a conversation and its files, each time you ask for a reply.',
    'With them, the instructions of the assistant and passages of documents that may answer you.',
  ],
};

/** The page between the first sign-in of a user and the app: what is recorded and what leaves the server. */
export default function PrivacyNotice() {
  const auth = useAuth();
  const { productName, sentToProvider } = useEnvironment();
  useDocumentTitle('Your information');
  // The screen behind has the same address, so no navigation moves the focus there.
  useEffect(() => () => void focusHeading(), []);

  function confirm() {
    signedInUser.setState('');
    const data = { notice_confirmed_at: new Date().toISOString() };
    // The user does not wait for it. If it fails, the next sign-in shows the notice again.
    void auth.call((service) => service.updateUser({ data }));
  }

  return (
    <AuthPage title="Your information" subtitle={`Before you start with ${productName}.`}>
      <Section title="What is recorded" items={RECORDED} />
      <Section title="What is sent to an AI provider" items={SENT[sentToProvider]} />
      <Box>
        <TextLink href="/about#privacy" target="_blank">
          More about privacy (opens a new tab)
        </TextLink>
      </Box>
      <Button wide onClick={confirm}>
        Continue
      </Button>
    </AuthPage>
  );
}

function Section({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <Stack gap="2">
      <Heading as="h2" size="sm">
        {title}
      </Heading>
      <Stack asChild gap="2" paddingInlineStart="5" listStyleType="disc">
        <ul>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </Stack>
    </Stack>
  );
}
