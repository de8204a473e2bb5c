import {
  useDocumentTitle,
  useEnvironment,
  useLocation,
  type Environment,
} from '@homie/composition';
import { Box, Heading, LogoMark, Stack, Text, TextLink, type Elements } from '@homie/ui';
import { useEffect } from 'react';

const SENT: Record<Environment['sentToProvider'], string> = {
  nothing: 'No AI provider is connected: replies are made on this server.',
  search:
    'Replies are made on this server. To find passages that may answer you, it sends your questions and the text of documents to the AI provider that your organisation has connected.',
  conversations:
    'To write a reply, the server sends the conversation and the text of its files to the AI provider that your organisation has connected.',
};

/** Privacy, terms, accessibility and contact of this installation. The address may name a section: `/about#privacy`. */
export default function About() {
  const { productName, sentToProvider, contact } = useEnvironment();
  const { hash } = useLocation();
  useDocumentTitle('About');
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
  }, [hash]);

  return (
    <Box as="main" maxWidth="measure" marginInline="auto" padding="6" paddingBottom="16">
      <Stack gap="6">
        <a href="/" aria-label="Home">
          <LogoMark size={44} />
        </a>
        <Heading as="h1" size="xl">
          About this installation
        </Heading>
        <Section id="privacy" title="Privacy">
          <Text>
            Your organisation runs this installation of <span translate="no">{productName}</span>.
            Your conversations, files and drafts are stored on its server and in this browser.
            Deleting a conversation deletes its messages and files.
          </Text>
          <Text>
            An audit log records who signed in, sent a message, added a file or changed access, and
            when. Administrators can read it. It does not contain the text of messages.
          </Text>
          <Text>{SENT[sentToProvider]}</Text>
        </Section>
        <Section id="terms" title="Terms of use">
          <Text>
            Your organisation decides who can use this installation, and for what. Replies can be
            wrong: check what matters against its source.
          </Text>
          <Text>Do not rely on replies in an emergency. Call&nbsp;000.</Text>
        </Section>
        <Section id="accessibility" title="Accessibility">
          <Text>
            We aim for WCAG 2.2 level AA. Each release is checked with automated tests, in light and
            dark themes, on desktop and phone screens, and by keyboard. It has not been audited by
            anyone else. If something does not work for you, please write to the contact below.
          </Text>
        </Section>
        <Section id="contact" title="Contact">
          {contact === null ? (
            <Text>
              No contact address has been set. Ask an administrator of your organisation, or the
              person who gave you this address.
            </Text>
          ) : (
            <Text key="contact" overflowWrap="anywhere">
              For help, questions about your data, or a problem with a reply:{' '}
              <TextLink translate="no" href={contact.includes('@') ? `mailto:${contact}` : contact}>
                {contact}
              </TextLink>
            </Text>
          )}
        </Section>
      </Stack>
    </Box>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: Elements }) {
  return (
    <Stack asChild gap="3">
      <section id={id}>
        <Heading as="h2" size="md">
          {title}
        </Heading>
        {children}
      </section>
    </Stack>
  );
}
