/** The records that the demo can list. */
export type RecordKind = 'participants' | 'assistants' | 'conversations';

/** The intent of a message to the demo. */
type DemoIntent =
  | { kind: 'greeting' }
  | { kind: 'records'; records: RecordKind }
  | { kind: 'summary'; of: 'this' | 'last' | 'named' }
  | { kind: 'search' };

const GREETING =
  /^\W*(?:hi|hello|hey|g'?day|good (?:morning|afternoon|evening|day)|thanks|thank you|help|test)\b[\s\w,']{0,30}\W*$/i;
/** A greeting with one of these words is a question. */
const REQUEST = /\b(?:me|my|write|draft|find|with)\b/i;
const ABOUT_THE_DEMO =
  /\b(?:what (?:else )?(?:can|could|do) you (?:do|know|help)|how (?:can|could) you help|what (?:can|could) i (?:ask|do here)|who are you|what are you|how do you work|are you (?:an? )?(?:ai|real|human|bot|demo))\b/i;
const RECORD_LISTS: [RecordKind, RegExp][] = [
  ['participants', list('participants?')],
  ['participants', /\bassigned to\b/i],
  ['assistants', list('assistants?')],
  ['conversations', list('(?:conversations?|chats?)')],
];
const SUMMARY = /\b(?:summar\w*|sum up|recap)\b/i;
const THIS = /\b(?:this|the current|our) (?:conversation|chat)\b/i;
const LAST =
  /\b(?:last|latest|previous|most recent|earlier) (?:\w+ )?(?:conversation|chat|discussion|one)\b|\blast time\b/i;

/** Distinguishes greetings, lists of records and summaries from everything else, which is a search. */
export function demoIntent(question: string): DemoIntent {
  if (ABOUT_THE_DEMO.test(question)) return { kind: 'greeting' };
  if (GREETING.test(question) && !REQUEST.test(question)) return { kind: 'greeting' };
  if (SUMMARY.test(question)) {
    if (THIS.test(question)) return { kind: 'summary', of: 'this' };
    return { kind: 'summary', of: LAST.test(question) ? 'last' : 'named' };
  }
  const records = RECORD_LISTS.find(([, words]) => words.test(question))?.[0];
  return records ? { kind: 'records', records } : { kind: 'search' };
}

/** Returns a pattern for a request for a list: "which participants", "list all my assistants", "how many chats". */
function list(noun: string): RegExp {
  return new RegExp(
    `\\b(?:which|what|list|show|how many|count|name|my)(?: (?:me|all|of|the|my|our|active|inactive|recent|other|are))* ${noun}\\b`,
    'i',
  );
}
