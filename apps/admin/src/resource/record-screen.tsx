import { useQuery, type PageSearch } from '@homie/api-client';
import { useSession } from '@homie/auth';
import { Link, useDocumentTitle, useLocation } from '@homie/composition';
import { Button, Grid, IconChevronDown, LinkButton, Menu, Page, SkeletonRows } from '@homie/ui';
import { EmailText, useDialogAddress, useNow } from '@homie/widgets';
import { lazy, Suspense, type ComponentType } from 'react';
import { useAdminApi } from '../data/admin-api';
import { UnreadRecord } from '../records/unread-record';
import { recordActions } from './record-actions';
import { capitalise, type ResourceRecord } from './resource';
import type { RecordPage, ResourceDialogsProps, ResourceOptions } from './resource-options';

/** Makes the page of a record: its name, facts and sections, and a menu that opens its dialogs. */
export function createRecordScreen<
  Row extends Found,
  Found extends ResourceRecord,
  Search extends PageSearch,
  Input,
>(
  options: ResourceOptions<Row, Found, Search, Input>,
  page: RecordPage<Found>,
  dialogs: readonly string[],
  Dialogs: ComponentType<ResourceDialogsProps<Row>>,
): ComponentType<{ id: string }> {
  const { name, recordName } = options;
  const title = page.title ?? recordName;
  const Sections = lazy(async () => ({ default: await page.sections() }));

  return function RecordScreen({ id }) {
    const { admin, api } = useAdminApi();
    const now = useNow();
    const ownId = useSession()?.user.id ?? '';
    const { pathname } = useLocation();
    const dialog = useDialogAddress(dialogs);
    const query = useQuery(options.api(admin).recordQuery(api, id));
    const { data: record } = query;
    const shownTitle = record ? title(record) : capitalise(name.one);
    const loading = <SkeletonRows rows={6} label={`Loading the ${name.one}`} />;
    useDocumentTitle(shownTitle);
    return (
      <Page
        title={<EmailText email={shownTitle} />}
        description={record && page.facts(record, now)}
        actions={
          <>
            <LinkButton asChild variant="outline">
              <Link to={pathname.split('/').slice(0, 3).join('/')}>{page.listLabel}</Link>
            </LinkButton>
            {record && (
              <Menu
                label={`Actions for ${shownTitle}`}
                items={recordActions(options.menu, record, ownId, dialog.open)}
                trigger={
                  <Button>
                    <span>Actions</span>
                    <IconChevronDown size={18} />
                  </Button>
                }
              />
            )}
          </>
        }
      >
        {record ? (
          <Suspense fallback={loading}>
            <Grid
              gap="5"
              alignItems="start"
              gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
            >
              <Sections record={record} />
            </Grid>
          </Suspense>
        ) : query.isError ? (
          <UnreadRecord noun={name.one} query={query} />
        ) : (
          loading
        )}
        <Suspense>{dialog.isOpen && <Dialogs address={dialog} listed={undefined} />}</Suspense>
      </Page>
    );
  };
}
