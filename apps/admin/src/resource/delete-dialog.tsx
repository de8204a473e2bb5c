import { useQuery, useQueryClient, type Api } from '@homie/api-client';
import type { DeletionEffect } from '@homie/contracts';
import { ConfirmDialog, Dialog, toast, withName } from '@homie/ui';
import { TypedConfirmDialog } from '@homie/widgets';
import { useState } from 'react';
import { useAdminApi } from '../data/admin-api';
import { showError } from '../data/show-failure';
import { UnreadRecord } from '../records/unread-record';
import { capitalise, type RecordQuery } from './resource';

/** The options of the confirmation before a record is deleted. */
export interface DeleteOptions {
  /** The kind of a record to which conversations belong: they are deleted with it. */
  kind?: 'assistant' | 'participant';
  /** Describes the data that is lost. @param effect undefined if it could not be counted */
  describe: (recordName: string, effect: DeletionEffect | undefined) => string;
}

interface DeleteDialogProps extends DeleteOptions {
  id: string;
  /** The query of the record. */
  query: RecordQuery;
  /** The name of the record; undefined until it is known. */
  recordName: string | undefined;
  noun: string;
  remove: (api: Api, id: string) => Promise<void>;
  invalidate: (client: ReturnType<typeof useQueryClient>) => Promise<void>;
  onClose: () => void;
}

/** Confirms the deletion of a record. If conversations are lost, the user has to type its name. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { id, kind, query, recordName, noun, describe, remove, invalidate, onClose } = props;
  const { admin, api } = useAdminApi();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const effect = useQuery(admin.deletionEffectQuery(api, { kind, id }));
  const title = `Delete ${noun}?`;

  async function confirm() {
    setBusy(true);
    try {
      await remove(api, id);
      onClose();
      toast.success({ title: `${capitalise(noun)} deleted successfully` });
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
    await invalidate(client);
  }

  if (query.data === undefined && query.isError) {
    return (
      <Dialog open size="sm" title={title} onClose={onClose}>
        <UnreadRecord noun={noun} query={query} />
      </Dialog>
    );
  }
  if (recordName === undefined || (kind && effect.isPending)) return null;
  const shared = {
    open: true,
    title,
    body: withName(describe(recordName, effect.data), recordName),
    confirmLabel: 'Delete',
    busyLabel: 'Deleting...',
    busy,
    onConfirm: () => void confirm(),
    onCancel: onClose,
  };
  // An unknown effect is confirmed like a large one.
  return !kind || effect.data?.conversations === 0 ? (
    <ConfirmDialog {...shared} destructive />
  ) : (
    <TypedConfirmDialog {...shared} name={recordName} />
  );
}
