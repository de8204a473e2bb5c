import { IconPencil, IconSearch, IconTrash } from '@homie/ui';
import { byText, byTime, NameText, TimeText } from '@homie/widgets';
import { defineResource } from '../../resource/define-resource';
import { SYNONYM_LABELS, synonymResource } from './synonym';

/** /admin/assistants/synonyms: words that also find others when assistants search documents. */
export const SynonymsScreen = defineResource({
  ...synonymResource,
  title: 'Synonyms',
  description: 'Words that also find others when assistants search documents and files.',
  pageSize: 25,
  order: { by: 'words', direction: 'ascending' },
  columns: [
    {
      id: 'words',
      header: SYNONYM_LABELS.words,
      cell: ({ words }) => <NameText>{words}</NameText>,
      sort: byText,
    },
    {
      id: 'also',
      header: SYNONYM_LABELS.also,
      cell: ({ also }) => <NameText>{also}</NameText>,
      width: '32%',
      sort: byText,
    },
    {
      id: 'updated_at',
      header: 'Changed',
      cell: ({ updated_at }, now) => <TimeText moment={updated_at} now={now} />,
      width: '8rem',
      sort: byTime,
    },
  ],
  filters: { search: { label: 'Search by word', maxLength: 120 } },
  menu: [
    { label: 'Edit', icon: <IconPencil size={18} />, dialog: 'open' },
    { label: 'Delete', icon: <IconTrash size={18} />, dialog: 'delete', danger: true },
  ],
  createLabel: 'Add Synonym',
  empty: {
    icon: <IconSearch />,
    title: 'No synonyms yet',
    description: 'Add words that users ask with and the words that your documents use.',
  },
  dialogs: async () => (await import('./synonym-dialogs')).SynonymDialogs,
});
