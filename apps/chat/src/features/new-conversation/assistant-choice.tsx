import type { Assistant } from '@homie/contracts';
import { NEW_CONVERSATION } from '../../engine/drafts';
import { QuestionList } from '../../platform/question-list';
import { AssistantCards } from './assistant-cards';
import { NoAssistants, type NoAssistantsProps } from './no-assistants';

interface AssistantChoiceProps extends NoAssistantsProps {
  /** The most recently used first. */
  offered: readonly Assistant[];
  lastUsedId: string | undefined;
  chosen: Assistant | undefined;
  onChoose: (assistant: Assistant) => void;
}

/** The assistants to choose from and the questions of the chosen one, or the reason why there are none. */
export function AssistantChoice({
  query,
  offered,
  lastUsedId,
  chosen,
  onChoose,
}: AssistantChoiceProps) {
  if (!chosen) return <NoAssistants query={query} />;
  return (
    <>
      <AssistantCards assistants={offered} {...{ lastUsedId, chosen, onChoose }} />
      {chosen.suggested_questions.length > 0 && (
        <QuestionList
          heading="Try asking"
          draftId={NEW_CONVERSATION}
          questions={chosen.suggested_questions}
        />
      )}
    </>
  );
}
