import { idSchema } from '@homie/contracts';
import {
  synonymInputSchema,
  synonymSchema,
  type Synonym,
  type SynonymInput,
} from '@homie/contracts/admin';
import * as z from 'zod/mini';
import { ignoredAnswer } from '../../endpoints/ignored-answer';
import type { Api } from '../../http/api';
import { ApiError } from '../../http/api-error';
import { pageRange, type Counted } from '../page-range';
import { parseInput } from '../parse-input';
import { queryRestAsAdmin, readPage } from '../query-rest';
import { resourceData, type PageSearch } from '../resource-data';
import type { RowOrder } from '../row-order';
import type { Saved } from '../saved';

const COLUMNS = 'id, words, also, updated_at';
/** Number of rows on a page of synonyms. */
export const SYNONYM_PAGE_SIZE = 25;
const wording = { unique: 'These words are in the list already.' };

/** A search for synonyms with a word that contains `q`, by their words by default. */
export interface SynonymSearch extends PageSearch {
  order?: RowOrder<'words' | 'also' | 'updated_at'> | undefined;
}

const BY_WORDS = { by: 'words', direction: 'ascending' } as const;

function listSynonyms(
  api: Api,
  { q = '', order = BY_WORDS, page }: SynonymSearch,
): Promise<Counted<Synonym[]>> {
  return readPage(api, z.array(synonymSchema), pageRange(page, SYNONYM_PAGE_SIZE), (rest) => {
    const found =
      q === ''
        ? rest.from('synonyms').select(COLUMNS, { count: 'exact' })
        : rest.rpc('find_synonyms', { q }, { count: 'exact' }).select(COLUMNS);
    return found.order(order.by, { ascending: order.direction === 'ascending' }).order('id');
  });
}

async function getSynonym(api: Api, id: string): Promise<Synonym> {
  const known = parseInput(idSchema(), id);
  const { rows } = await queryRestAsAdmin(api, z.nullable(synonymSchema), (rest) =>
    rest.from('synonyms').select(COLUMNS).eq('id', known).maybeSingle(),
  );
  if (!rows) throw new ApiError('not_found', 'Synonym not found', 404);
  return rows;
}

async function createSynonym(api: Api, input: SynonymInput): Promise<Synonym> {
  const row = parseInput(synonymInputSchema, input);
  const { rows } = await queryRestAsAdmin(
    api,
    synonymSchema,
    (rest) => rest.from('synonyms').insert(row).select(COLUMNS).single(),
    wording,
  );
  return rows;
}

async function updateSynonym(
  api: Api,
  { id, updated_at }: Synonym,
  input: SynonymInput,
): Promise<Saved<Synonym>> {
  const row = parseInput(synonymInputSchema, input);
  const { rows: changed } = await queryRestAsAdmin(
    api,
    z.nullable(synonymSchema),
    (rest) =>
      rest
        .from('synonyms')
        .update(row)
        .eq('id', id)
        .eq('updated_at', updated_at)
        .select(COLUMNS)
        .maybeSingle(),
    wording,
  );
  if (changed) return { outcome: 'saved', record: changed };
  return { outcome: 'conflict', current: await getSynonym(api, id) };
}

async function deleteSynonym(api: Api, id: string): Promise<void> {
  await queryRestAsAdmin(api, ignoredAnswer, (rest) => rest.from('synonyms').delete().eq('id', id));
}

/** Words that also find others in searches of documents. */
export const synonymData = resourceData(
  'synonyms',
  {
    list: listSynonyms,
    get: getSynonym,
    create: createSynonym,
    update: updateSynonym,
    remove: deleteSynonym,
  },
  [],
);
