import type { ConversationRow } from '@homie/contracts';
/** Three questions that one may begin with: of an organisation's assistant, or of one for a participant. */
export declare function exampleQuestions({ kind, participant_name, }: ConversationRow['assistants']): string[];
