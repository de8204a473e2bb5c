import { ApiError, useApi } from '@homie/api-client';
import type { AuditView } from '@homie/contracts';
import {
  Badge,
  Box,
  ConfirmDialog,
  Dialog,
  EmptyState,
  Flex,
  IconButton,
  IconPencil,
  IconTrash,
  Text,
  toast,
  withName,
} from '@homie/ui';
import { useState } from 'react';
import { useAuditApi } from '../../api/audit-api';
import { getOwnerName } from './saved-view';
import { SaveView } from './save-view';

interface ManageViewsProps {
  own: readonly AuditView[];
  /** Shared by former administrators. */
  abandoned: readonly AuditView[];
  onChanged: () => Promise<void>;
  onClose: () => void;
}

/** Renders the dialog to rename, share and delete the user's own views, and delete those of former administrators. */
export function ManageViews({ own, abandoned, onChanged, onClose }: ManageViewsProps) {
  const [edited, setEdited] = useState<AuditView>();
  const [doomed, setDoomed] = useState<AuditView>();
  return (
    <>
      <Dialog open title="Your views" onClose={onClose}>
        {own.length + abandoned.length === 0 && (
          <EmptyState headingAs="h3" title="No saved views" />
        )}
        <Box as="ul" listStyleType="none">
          {[...own, ...abandoned].map((view) => (
            <Flex
              as="li"
              key={view.id}
              gap="2"
              alignItems="center"
              minHeight="12"
              borderBottomWidth="1px"
              borderColor="border.subtle"
            >
              <Text flex="1" minWidth="0" overflowWrap="anywhere">
                <span translate="no">{view.name}</span>
                {abandoned.includes(view) && (
                  <Text as="span" display="block" size="sm" tone="muted">
                    Shared by <span translate="no">{getOwnerName(view)}</span>, who is no longer an
                    administrator
                  </Text>
                )}
              </Text>
              {view.shared && <Badge>Shared</Badge>}
              {own.includes(view) && (
                <IconButton
                  label={`Edit ${view.name}`}
                  icon={<IconPencil size={18} />}
                  onClick={() => setEdited(view)}
                />
              )}
              <IconButton
                label={`Delete ${view.name}`}
                icon={<IconTrash size={18} />}
                onClick={() => setDoomed(view)}
              />
            </Flex>
          ))}
        </Box>
      </Dialog>
      {edited && (
        <SaveView
          own={own}
          query={edited.query}
          view={edited}
          onSaved={() => void onChanged()}
          onClose={() => setEdited(undefined)}
        />
      )}
      {doomed && (
        <DeleteView view={doomed} onChanged={onChanged} onClose={() => setDoomed(undefined)} />
      )}
    </>
  );
}

interface DeleteViewProps {
  view: AuditView;
  onChanged: () => Promise<void>;
  onClose: () => void;
}

function DeleteView({ view, onChanged, onClose }: DeleteViewProps) {
  const api = useApi();
  const { deleteAuditView } = useAuditApi();
  const [busy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    try {
      await deleteAuditView(api, view.id);
      onClose();
      toast.success({ title: 'View deleted', description: view.name });
    } catch (error) {
      toast.error({
        title: 'Error',
        description: error instanceof ApiError ? error.message : 'Failed to delete the view',
      });
      setBusy(false);
    }
    await onChanged();
  }

  return (
    <ConfirmDialog
      open
      title={withName(`Delete the view '${view.name}'?`, view.name)}
      body={
        view.shared
          ? 'This also deletes it for other administrators. No entries are deleted.'
          : 'No entries are deleted.'
      }
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={busy}
      destructive
      onConfirm={() => void confirm()}
      onCancel={onClose}
    />
  );
}
