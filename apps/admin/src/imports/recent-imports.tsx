import { useQuery, useQueryClient, type QueryClient } from '@homie/api-client';
import { Button, Flex, IconButton, IconX, List, ListItem, Text } from '@homie/ui';
import { TimeText, useNow } from '@homie/widgets';
import { useChange } from '../data/use-change';

/** An import that can be undone. */
interface RecentImport {
  id: string;
  /** The result, e.g. 'Invited 12 users'. */
  text: string;
  sentAt: string;
  /** Reverts what is not in use yet. Returns the message for the user. */
  undo: () => Promise<string>;
}

const importsKey = (noun: string) => ['recent-imports', noun];

/**
 * Lists an import above its records until it is forgotten or the page is reloaded. Replaces the one with the same id.
 * @param noun of one record
 */
export function rememberImport(
  client: QueryClient,
  noun: string,
  recent: Omit<RecentImport, 'sentAt'>,
): void {
  client.setQueryDefaults(importsKey(noun), { gcTime: Infinity });
  changeImports(client, noun, recent.id, [{ ...recent, sentAt: new Date().toISOString() }]);
}

/** Removes an import from the list above its records. */
export function forgetImport(client: QueryClient, noun: string, id: string): void {
  changeImports(client, noun, id, []);
}

function changeImports(
  client: QueryClient,
  noun: string,
  id: string,
  added: readonly RecentImport[],
): void {
  client.setQueryData<readonly RecentImport[]>(importsKey(noun), (recent = []) => [
    ...added,
    ...recent.filter((each) => each.id !== id),
  ]);
}

interface RecentImportsProps {
  noun: string;
  invalidate: (client: QueryClient) => Promise<void>;
}

/** The imports that can be undone, the latest first. They are in the query cache, which ends with the session of the user. */
export function RecentImports({ noun, invalidate }: RecentImportsProps) {
  const { data: imports = [] } = useQuery<readonly RecentImport[]>({
    queryKey: importsKey(noun),
    queryFn: () => [],
    enabled: false,
  });
  if (imports.length === 0) return null;
  return (
    <List aria-label="Recent imports" display="flex" flexDirection="column" gap="2" mb="4">
      {imports.map((recent) => (
        <ImportLine key={recent.id} noun={noun} recent={recent} invalidate={invalidate} />
      ))}
    </List>
  );
}

interface ImportLineProps extends RecentImportsProps {
  recent: RecentImport;
}

function ImportLine({ noun, recent, invalidate }: ImportLineProps) {
  const { id, text, sentAt, undo } = recent;
  const client = useQueryClient();
  const change = useChange(invalidate);
  const now = useNow();

  async function revert() {
    if (await change.run({ run: undo })) forgetImport(client, noun, id);
  }

  return (
    <ListItem borderWidth="1px" borderColor="border.subtle" borderRadius="md" paddingInline="4">
      <Flex alignItems="center" gap="2" minHeight="12">
        <Text flex="1">
          <span>{`${text} · `}</span>
          <TimeText moment={sentAt} now={now} />
        </Text>
        <Button
          variant="outline"
          size="sm"
          aria-label={`Undo: ${text}`}
          busy={change.busy}
          busyLabel="Undoing..."
          onClick={() => void revert()}
        >
          Undo
        </Button>
        <IconButton
          size="sm"
          label={`Hide: ${text}`}
          icon={<IconX size={18} />}
          onClick={() => forgetImport(client, noun, id)}
        />
      </Flex>
    </ListItem>
  );
}
