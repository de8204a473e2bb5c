import type { AdminApi, SynonymInput } from '@homie/api-client';
import { TextField } from '@homie/ui';
import { defineDialogs } from '../../resource/define-dialogs';
import { SYNONYM_LABELS, synonymResource } from './synonym';

/** The fields of a synonym. */
function SynonymFields() {
  return (
    <>
      <TextField<SynonymInput>
        name="words"
        label={SYNONYM_LABELS.words}
        hint="With commas, e.g. fell, fallen. Other forms of a word are found too."
        autoComplete="off"
        required
      />
      <TextField<SynonymInput>
        name="also"
        label={SYNONYM_LABELS.also}
        hint="Words of your documents, e.g. incident"
        autoComplete="off"
        required
      />
    </>
  );
}

/** The dialogs of the synonyms. */
export const SynonymDialogs = defineDialogs({
  ...synonymResource,
  form: {
    schema: ({ synonymInputSchema }: AdminApi) => synonymInputSchema,
    toValues: ({ words, also }) => ({ words, also }),
    labels: SYNONYM_LABELS,
    describeValue: (_name, value) => String(value ?? ''),
    fields: () => <SynonymFields />,
    create: {
      title: 'Add Synonym',
      description: 'It works one way. For both ways, put the words into both fields.',
      submitLabel: 'Add',
      busyLabel: 'Adding...',
      defaultValues: { words: '', also: '' },
    },
  },
  tabs: [],
  remove: { describe: (words) => `Questions with ${words} no longer find the other words.` },
});
