/** What the demo can list. */
export type RecordKind = 'participants' | 'assistants' | 'conversations';

/** What a message wants of the demo. */
type DemoIntent =
  { kind: 'greeting' } | { kind: 'records'; records: RecordKind } | { kind: 'search' };

const GREETING =
  /^\W*(?:hi|hello|hey|g'?day|good (?:morning|afternoon|evening|day)|thanks|thank you|help|test)\b[\s\w,']{0,30}\W*$/i;
const ABOUT_THE_DEMO =
  /\b(?:what can you do|who are you|what are you|how do you work|are you (?:an? )?(?:ai|real|human|bot|demo))\b/i;
const ASKS_FOR_A_LIST = /\b(?:which|who|what|list|show|how many|count|my|assigned)\b/i;
const RECORD_WORDS: [RecordKind, RegExp][] = [
  ['participants', /\bparticipants?\b|\bassigned to\b/i],
  ['assistants', /\bassistants?\b/i],
  ['conversations', /\bconversations?\b|\bchats?\b/i],
];

/** Tells a greeting and a question about the organisation's records from everything else, which is searched for. */
export function demoIntent(question: string): DemoIntent {
  if (GREETING.test(question) || ABOUT_THE_DEMO.test(question)) return { kind: 'greeting' };
  if (ASKS_FOR_A_LIST.test(question)) {
    const records = RECORD_WORDS.find(([, words]) => words.test(question))?.[0];
    if (records) return { kind: 'records', records };
  }
  return { kind: 'search' };
}
