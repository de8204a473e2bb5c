import {
  lazyAttachmentsApi,
  type DocumentVersion,
  type OrganisationDocument,
} from '@homie/api-client';
import {
  Badge,
  Box,
  Flex,
  IconArchive,
  IconAttach,
  IconButton,
  IconDownload,
  IconMore,
  IconPencil,
  IconRefresh,
  IconTrash,
  IconUnarchive,
  List,
  ListItem,
  Menu,
  Span,
  Text,
  type MenuItem,
} from '@homie/ui';
import { TimeText, useNow } from '@homie/widgets';
import { useRef, type RefObject } from 'react';
import { useAdminApi } from '../data/admin-api';
import { showError } from '../data/show-failure';
import { useChange } from '../data/use-change';
import { formatCount } from '../records/model/describe-counts';
import { ListRow } from '../lists/list-row';
import { ProgressBar } from '../lists/progress-bar';
import { describeState } from './describe-state';
import { formatDay, isDue, melbourneDay } from './review';
import { UploadInput, useUpload } from './upload-button';

/** A dialog about a document. */
export type DocumentAction = 'note' | 'details' | 'delete';

interface DocumentRowProps {
  document: OrganisationDocument;
  onOpen: (name: DocumentAction) => void;
}

/** One document: title, state, owner, review date, versions, and its actions. */
export function DocumentRow({ document, onOpen }: DocumentRowProps) {
  const { title, versions, archived, review_on, owner_email, owner_name } = document;
  const [latest, ...earlier] = versions;
  const chooser = useRef<HTMLInputElement>(null);
  const items = useActions(document, onOpen, chooser);
  const upload = useUpload({ documentId: document.id });
  if (!latest) return null;
  const state = describeState(document);
  const facts = [
    ...(latest.name === title ? [] : [latest.name ?? 'Note']),
    `added ${formatDay(melbourneDay(latest.created_at))}`,
    ...(versions.length > 1 ? [`version ${latest.number}`] : []),
    ...(latest.chunk_count > 0 ? [formatCount(latest.chunk_count, 'passage')] : []),
    ...(owner_email === null ? [] : [`owner ${owner_name ?? owner_email}`]),
    ...(review_on === null ? [] : [`review by ${formatDay(review_on)}`]),
  ];
  return (
    <ListRow>
      <Flex gap="2" alignItems="flex-start">
        <Box flex="1" minWidth="0" overflowWrap="anywhere">
          <Flex gap="2" alignItems="center" flexWrap="wrap" minHeight="9">
            {/* A word without a place to break is wider than the row. */}
            <Span translate="no" fontWeight="medium" minWidth="0">
              {title}
            </Span>
            {archived && <Badge>Archived</Badge>}
            {isDue(document) && <Badge tone="warning">Review due</Badge>}
            {state.badge && <Badge tone={state.badge.tone}>{state.badge.text}</Badge>}
          </Flex>
          <Text size="sm" tone="muted">
            {upload.busyLabel ?? facts.join(' · ')}
          </Text>
          {latest.status === 'reading' && (
            <Box mt="2">
              <ProgressBar label={`Reading ${title}`} value={latest.progress} max={100} />
            </Box>
          )}
          {state.lines.map((line) => (
            <Text key={line} size="sm" mt="1">
              {line}
            </Text>
          ))}
          {earlier.length > 0 && <EarlierVersions versions={earlier} />}
        </Box>
        <Menu
          label={`Actions for ${title}`}
          items={items}
          trigger={<IconButton size="sm" label={`Actions for ${title}`} icon={<IconMore />} />}
        />
        <UploadInput ref={chooser} onFiles={upload.start} />
      </Flex>
    </ListRow>
  );
}

function EarlierVersions({ versions }: { versions: readonly DocumentVersion[] }) {
  const now = useNow();
  const download = useDownload();
  return (
    <Box asChild mt="1" fontSize="sm">
      <details>
        <Box
          as="summary"
          cursor="pointer"
          color="fg.muted"
          css={{ '@media (pointer: coarse)': { paddingBlock: '2.5' } }}
        >
          {`Earlier versions (${versions.length})`}
        </Box>
        <List aria-label="Earlier versions">
          {versions.map(({ id, number, name, created_at, is_searchable }) => (
            <ListItem key={id} color="fg.muted">
              <span>{`Version ${number}: `}</span>
              {name === null ? <span>Note</span> : <span translate="no">{name}</span>}
              <span>, </span>
              <TimeText moment={created_at} now={now} />
              {name !== null && is_searchable && (
                <IconButton
                  size="sm"
                  label={`Download version ${number}`}
                  icon={<IconDownload size={16} />}
                  onClick={() => void download(id)}
                />
              )}
            </ListItem>
          ))}
        </List>
      </details>
    </Box>
  );
}

function useDownload() {
  const { api } = useAdminApi();
  return async (versionId: string) => {
    try {
      const { downloadDocument } = await lazyAttachmentsApi();
      await downloadDocument(api, versionId);
    } catch (error) {
      showError(error);
    }
  };
}

function useActions(
  document: OrganisationDocument,
  onOpen: DocumentRowProps['onOpen'],
  chooser: RefObject<HTMLInputElement | null>,
): MenuItem[] {
  const { admin, api } = useAdminApi();
  const { run } = useChange(admin.invalidateDocuments);
  const { archived, versions } = document;
  const [latest] = versions;
  const isNote = latest?.name === null;
  const download = useDownload();

  const setArchived =
    (value: boolean, version = document) =>
    async () => {
      const saved = await admin.updateDocument(api, version, { archived: value });
      // Only this field is changed, so that nothing of another user is overwritten.
      if (saved.outcome === 'conflict')
        await admin.updateDocument(api, saved.current, { archived: value });
      return value ? 'Document archived' : 'Document restored';
    };

  return [
    {
      id: 'details',
      label: 'Edit details',
      icon: <IconPencil size={18} />,
      onSelect: () => onOpen('details'),
    },
    ...(isNote
      ? [
          {
            id: 'note',
            label: 'Edit note',
            icon: <IconPencil size={18} />,
            onSelect: () => onOpen('note'),
          },
        ]
      : []),
    {
      id: 'replace',
      label: isNote ? 'Replace with a file' : 'Replace file',
      icon: <IconAttach size={18} />,
      onSelect: () => chooser.current?.click(),
    },
    ...(latest && !isNote
      ? [
          {
            id: 'download',
            label: 'Download file',
            icon: <IconDownload size={18} />,
            disabled: !latest.is_searchable,
            onSelect: () => void download(latest.id),
          },
        ]
      : []),
    {
      id: 'read',
      label: 'Read again',
      icon: <IconRefresh size={18} />,
      disabled: admin.isBeingRead(document),
      onSelect: () =>
        void run({
          run: async () => {
            await admin.readDocumentAgain(api, document.id);
            return 'Reading the document again';
          },
        }),
    },
    {
      id: 'archive',
      label: archived ? 'Restore' : 'Archive',
      icon: archived ? <IconUnarchive size={18} /> : <IconArchive size={18} />,
      onSelect: () => void run({ run: setArchived(!archived), undo: setArchived(archived) }),
    },
    {
      id: 'delete',
      label: 'Delete',
      icon: <IconTrash size={18} />,
      danger: true,
      onSelect: () => onOpen('delete'),
    },
  ];
}
