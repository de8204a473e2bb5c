import type { MailHealth } from '@homie/api-client';
import { Badge, Flex, Heading, List, ListItem, Span, Text } from '@homie/ui';
import { TimeText, useNow } from '@homie/widgets';
import { formatCount } from '../model/format';

/** Lists the emails that the server has not delivered. Renders nothing if another service delivers them. */
export function MailSection({ mails }: { mails: MailHealth | null | undefined }) {
  const now = useNow();
  if (!mails) return null;
  const { waiting, failed, oldest, accounts } = mails;
  return (
    <section aria-labelledby="mails">
      <Heading id="mails" mb="1">
        Email
      </Heading>
      {waiting === 0 && failed === 0 && <Text tone="muted">No emails are waiting.</Text>}
      {waiting > 0 && (
        <Text>
          <span>
            {`${formatCount(waiting, 'email is', 'emails are')} waiting for the mail server`}
          </span>
          {oldest !== null && (
            <span>
              , the oldest since <TimeText moment={oldest} now={now} />
            </span>
          )}
          <span>. The server keeps trying for a day.</span>
        </Text>
      )}
      {failed > 0 && (
        <Text>
          {`${formatCount(failed, 'email', 'emails')} couldn't be delivered within a day. Send again once the mail server works.`}
        </Text>
      )}
      {accounts.length > 0 && (
        <List display="flex" flexDirection="column" gap="2" mt="3" aria-label="Recipients">
          {accounts.map(({ email, since, is_failed: isFailed }) => (
            <ListItem key={email}>
              <Flex alignItems="center" gap="2" flexWrap="wrap">
                <Span translate="no" overflowWrap="anywhere">
                  {email}
                </Span>
                <Badge tone={isFailed ? 'danger' : 'warning'}>
                  {isFailed ? 'Not delivered' : 'Waiting'}
                </Badge>
                <Text size="sm" tone="muted">
                  <TimeText moment={since} now={now} />
                </Text>
              </Flex>
            </ListItem>
          ))}
        </List>
      )}
    </section>
  );
}
