import { PARTICIPANT_PAGE_SIZE, type Participant, type ParticipantStatus } from '@homie/contracts';
import { participantSchema } from '@homie/contracts/admin';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { readPage } from '../query-rest';
import { pageRange, type Counted } from '../page-range';
import type { RowOrder } from '../row-order';

/** The columns that every query of participants selects. */
export const PARTICIPANT_COLUMNS = 'id, display_name, status, created_at, updated_at';

/**
 * A search for participants whose name contains `q` and who have the status, unless it is 'all'; newest first by
 * default.
 */
export interface ParticipantSearch {
  q?: string | undefined;
  status?: ParticipantStatus | 'all' | undefined;
  order?: RowOrder<'display_name' | 'status' | 'created_at'> | undefined;
  page: number;
}

const NEWEST_FIRST = { by: 'created_at', direction: 'descending' } as const;

/** Lists one page of the participants, 25 a page, with the total. */
export function listParticipants(
  api: Api,
  { q = '', status = 'all', order = NEWEST_FIRST, page }: ParticipantSearch,
): Promise<Counted<Participant[]>> {
  return readPage(
    api,
    z.array(participantSchema),
    pageRange(page, PARTICIPANT_PAGE_SIZE),
    (rest) => {
      const found =
        q === ''
          ? rest.from('participants').select(PARTICIPANT_COLUMNS, { count: 'exact' })
          : rest.rpc('search_participants', { q }, { count: 'exact' }).select(PARTICIPANT_COLUMNS);
      const ascending = order.direction === 'ascending';
      return (status === 'all' ? found : found.eq('status', status))
        .order(order.by, { ascending })
        .order('id', { ascending });
    },
  );
}
