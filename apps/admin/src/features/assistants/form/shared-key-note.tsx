import { useQuery } from '@homie/api-client';
import { Box, Flex, IconInfo, Span, Text } from '@homie/ui';
import { useDebounced } from '@homie/widgets';
import { Fragment } from 'react';
import { useAdminApi } from '../../../data/admin-api';

/** The pause in typing after which an assistant ID is searched for, in milliseconds. */
const PAUSE = 300;

interface SharedKeyNoteProps {
  /** The assistant ID. */
  assistantKey: string;
  /** The assistant itself; undefined for a new one. */
  assistantId: string | undefined;
}

/** Names the other assistants with an assistant ID. Renders nothing if there are none. */
export function SharedKeyNote({ assistantKey, assistantId }: SharedKeyNoteProps) {
  const { admin, api } = useAdminApi();
  const key = useDebounced(assistantKey.trim(), PAUSE);
  const { data: labels = [] } = useQuery({
    ...admin.assistantsOfKeyQuery(api, key, assistantId),
    enabled: key.startsWith('asst_'),
  });
  return (
    // Without a text it takes no space between the fields.
    <Box asChild css={{ '&:empty': { position: 'absolute' } }}>
      <output>
        {labels.length > 0 && (
          <Flex gap="2" alignItems="flex-start">
            <Box aria-hidden color="warning.fg" flexShrink="0" paddingTop="0.5">
              <IconInfo size={16} />
            </Box>
            <Text size="sm">
              <span>Also used by </span>
              {labels.map((label, index) => (
                <Fragment key={index}>
                  {index > 0 && <span>, </span>}
                  <Span translate="no" fontWeight="medium">
                    {label}
                  </Span>
                </Fragment>
              ))}
              <span>
                . Assistants with the same ID share model, instructions and versions: a change here
                changes them too.
              </span>
            </Text>
          </Flex>
        )}
      </output>
    </Box>
  );
}
