import {
  PARTICIPANT_PAGE_SIZE,
  participantSchema,
  type Participant,
  type ParticipantStatus,
} from '@homie/contracts';
import * as z from 'zod/mini';
import type { Api } from '../../http/api';
import { askRestAsAdmin, type Counted } from '../ask-rest';
import { contains } from '../contains';
import { pageRange } from '../page-range';

/** Which participants: those whose name contains `q` and, unless 'all', who have the status. */
export interface ParticipantSearch {
  q?: string | undefined;
  status?: ParticipantStatus | 'all' | undefined;
  page: number;
}

/** One page of the participants, 25 a page, newest first, with the number of all. */
export function listParticipants(
  api: Api,
  { q = '', status = 'all', page }: ParticipantSearch,
): Promise<Counted<Participant[]>> {
  return askRestAsAdmin(api, z.array(participantSchema), (rest) => {
    let query = rest
      .from('participants')
      .select('id, display_name, status, created_at', { count: 'exact' });
    if (q !== '') query = query.ilike('display_name', contains(q));
    if (status !== 'all') query = query.eq('status', status);
    return query
      .order('created_at', { ascending: false })
      .order('id')
      .range(...pageRange(page, PARTICIPANT_PAGE_SIZE));
  });
}
