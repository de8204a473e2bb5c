import { useEnvironment } from '@homie/composition';
import { Box, Stack, SwitchField, TextareaField, TextField, useFormValue } from '@homie/ui';
import { CollapsedSection } from '../../../records/collapsed-section';
import { assistantLabels as labels, type AssistantFormValues } from './assistant-form';
import { KindField } from './kind-field';
import { ParticipantField, type ParticipantFieldProps } from './participant-field';
import { SharedKeyNote } from './shared-key-note';

/** Renders the fields of an assistant that apply to its values: those that a new one needs come first. */
export function AssistantFields({ assistantId, participantName }: ParticipantFieldProps) {
  const { features } = useEnvironment();
  const kind = useFormValue<AssistantFormValues, 'kind'>('kind');
  const key = useFormValue<AssistantFormValues, 'openai_assistant_id'>('openai_assistant_id');
  const searchesWeb = useFormValue<AssistantFormValues, 'web_research_enabled'>(
    'web_research_enabled',
  );
  const usesOrgDomains = useFormValue<AssistantFormValues, 'use_org_domains'>('use_org_domains');

  return (
    <>
      <TextField<AssistantFormValues>
        name="label"
        label={labels.label}
        hint="3-60 ASCII characters: letters without accents, numbers and basic punctuation"
        maxLength={60}
      />
      <KindField />
      {kind === 'participant' && (
        <ParticipantField assistantId={assistantId} participantName={participantName} />
      )}
      <TextField<AssistantFormValues>
        name="openai_assistant_id"
        label={labels.openai_assistant_id}
        placeholder="asst_..."
        hint="A key of our own for the model and its instructions, starting with asst_. Leave blank in a new assistant to get one."
        maxLength={125}
      />
      <SharedKeyNote assistantKey={key} assistantId={assistantId} />
      <CollapsedSection label="More settings" isOpen={assistantId !== undefined}>
        <Stack gap="4" mt="3">
          <TextField<AssistantFormValues>
            name="description"
            label={labels.description}
            hint="Optional. One line that says what it is for, up to 120 characters, shown where users choose an assistant."
            maxLength={120}
          />
          <TextareaField<AssistantFormValues>
            name="suggested_questions"
            label={labels.suggested_questions}
            placeholder="How do I swap a shift?"
            hint="Optional. One question per line, up to 4. Users can start a conversation with them."
            rows={4}
          />
          <SwitchField<AssistantFormValues>
            name="suggest_follow_ups"
            label={labels.suggest_follow_ups}
            hint="After the last reply, up to 3 questions that the user may ask next. Each reply needs a second, short request to the AI provider, which counts towards the budget."
          />
          <TextField<AssistantFormValues>
            name="monthly_token_budget"
            label={labels.monthly_token_budget}
            placeholder="1000000"
            hint="Optional. At 80 % the overview shows a warning. At 100 % no more messages can be sent until the next month. Tokens that the AI provider does not report count as 0: if it reports none, this has no effect."
            maxLength={20}
          />
          <Box borderTopWidth="1px" borderColor="border.subtle" paddingTop="3">
            <SwitchField<AssistantFormValues>
              name="web_research_enabled"
              label={labels.web_research_enabled}
              hint={
                features.webResearch
                  ? 'Replies can use information from these websites.'
                  : 'Not set up here. This has no effect until web research is set up on the server.'
              }
            />
            <SwitchField<AssistantFormValues>
              name="use_org_domains"
              label={labels.use_org_domains}
              hint="The websites your organisation allows for all assistants."
            />
          </Box>
          {searchesWeb && !usesOrgDomains && (
            <TextareaField<AssistantFormValues>
              name="web_domains"
              label={labels.web_domains}
              placeholder={
                'ndis.gov.au\nndiscommission.gov.au\nhealth.gov.au\nservicesaustralia.gov.au'
              }
              hint="One domain per line, up to 50. From a web address, only the domain is saved."
              rows={5}
            />
          )}
        </Stack>
      </CollapsedSection>
    </>
  );
}
