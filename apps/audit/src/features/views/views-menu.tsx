import type { AuditView } from '@homie/contracts';
import { ApiError, useApi } from '@homie/api-client';
import {
  Box,
  Button,
  IconChevronDown,
  IconPencil,
  IconPlus,
  IconSettings,
  Menu,
  toast,
  type MenuItem,
} from '@homie/ui';
import { useState } from 'react';
import { useAuditApi } from '../../api/audit-api';
import type { AuditControl } from '../../state/use-audit-state';
import { ManageViews } from './manage-views';
import { getOwnerName, toViewQuery } from './saved-view';
import { SaveView } from './save-view';
import { useViews } from './use-views';

/** Renders a menu of the saved views, with items to save the current state and to manage the user's own views. */
export function ViewsMenu({ control }: { control: Pick<AuditControl, 'state'> }) {
  const api = useApi();
  const { saveAuditView } = useAuditApi();
  const views = useViews(control);
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const { own = [], others = [], abandoned = [], opened, isChanged } = views;
  const isOwn = own.some(({ id }) => id === opened?.id);

  async function saveChanges({ id, name, shared }: AuditView) {
    try {
      await saveAuditView(api, { name, shared, query: toViewQuery(control.state) }, id);
      toast.success({ title: 'View saved', description: name });
    } catch (error) {
      toast.error({
        title: 'Error',
        description: error instanceof ApiError ? error.message : 'Failed to save the view',
      });
    }
    await views.refresh();
  }

  const toItem = (view: AuditView, hint: string | undefined): MenuItem => ({
    id: view.id,
    label: view.name,
    ...(view.id === opened?.id ? { hint: 'open' } : hint && { hint }),
    onSelect: () => views.open(view),
  });
  const items: MenuItem[] = [
    ...own.map((view) => toItem(view, view.shared ? 'shared' : undefined)),
    ...others.map((view) => toItem(view, `by ${getOwnerName(view)}`)),
  ];
  if (items.length === 0)
    items.push({
      id: 'none',
      label: views.failed ? 'The views could not be loaded' : 'No saved views yet',
      disabled: true,
    });
  if (opened && isOwn && isChanged)
    items.push({
      id: 'change',
      label: `Save changes to ${opened.name}`,
      icon: <IconPencil size={18} />,
      onSelect: () => void saveChanges(opened),
    });
  items.push({
    id: 'save',
    label: 'Save as a view...',
    icon: <IconPlus size={18} />,
    onSelect: () => setDialog('save'),
  });
  if (own.length + abandoned.length > 0)
    items.push({
      id: 'manage',
      label: 'Manage your views...',
      icon: <IconSettings size={18} />,
      onSelect: () => setDialog('manage'),
    });

  return (
    <>
      <Menu
        label="Saved views"
        items={items}
        trigger={
          <Button size="sm" variant="outline" maxWidth="16rem">
            <Box as="span" overflow="hidden" textOverflow="ellipsis" whiteSpace="nowrap">
              {opened ? opened.name : 'Views'}
            </Box>
            {isChanged && (
              <Box as="span" color="fg.muted" fontWeight="normal">
                changed
              </Box>
            )}
            <IconChevronDown size={16} />
          </Button>
        }
      />
      {dialog === 'save' && (
        <SaveView
          own={own}
          query={toViewQuery(control.state)}
          onSaved={(view) => {
            views.note(view);
            void views.refresh();
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
      {dialog === 'manage' && (
        <ManageViews
          own={own}
          abandoned={abandoned}
          onChanged={views.refresh}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}
