/** Business constants that several packages share. Lengths are in UTF-16 units, as inputs count them. */

export const PASSWORD_MIN_LENGTH = 6;
/** bcrypt ignores all further bytes: a longer password is rejected instead of being truncated. */
export const PASSWORD_MAX_BYTES = 72;

export const CONVERSATION_TITLE_MAX_LENGTH = 120;
export const DEFAULT_CONVERSATION_TITLE = 'New conversation';
export const CONVERSATION_PAGE_SIZE = 25;
export const CONVERSATION_PAGE_SIZE_MAX = 100;
export const CONVERSATION_SEARCH_MAX_LENGTH = 120;
export const CONVERSATION_SEARCH_LIMIT = 20;
export const CONVERSATION_SEARCH_LIMIT_MAX = 50;

/** Messages that a conversation shows at once; scrolling loads more. */
export const MESSAGE_PAGE_SIZE = 50;
export const MESSAGE_PAGE_SIZE_MAX = 200;

export const HANDOVER_NOTE_MAX_LENGTH = 200;

export const MESSAGE_MAX_LENGTH = 16_000;
export const QUERY_MAX_LENGTH = 16_000;
export const IDEMPOTENCY_KEY_MAX_LENGTH = 100;

/** Limits of a reply's sources and notes. Anything beyond them is omitted. */
export const CITATIONS_MAX = 50;
export const CITATION_URL_MAX_LENGTH = 2_000;
export const CITATION_TITLE_MAX_LENGTH = 300;
export const NOTES_MAX = 20;
export const NOTE_MAX_LENGTH = 500;

export const FILES_PER_MESSAGE_MAX = 4;
export const FILE_SIZE_MAX_BYTES = 26_214_400;
export const FILES_TOTAL_SIZE_MAX_BYTES = 62_914_560;
/** Chunk size for encoding a file as base64. */
export const UPLOAD_CHUNK_BYTES = 8192;

export const ASSISTANT_LABEL_MIN_LENGTH = 3;
export const ASSISTANT_LABEL_MAX_LENGTH = 60;
export const ASSISTANT_SEARCH_MAX_LENGTH = 80;
export const ASSISTANT_LIST_MAX = 50;
export const WEB_DOMAINS_MAX = 50;
export const ASSISTANT_DESCRIPTION_MAX_LENGTH = 120;
export const SUGGESTED_QUESTIONS_MAX = 4;
export const FOLLOW_UPS_MAX = 3;
export const TOKEN_BUDGET_MIN = 1000;
export const TOKEN_BUDGET_MAX = 1_000_000_000_000;
export const FEEDBACK_COMMENT_MAX_LENGTH = 1000;
export const SUGGESTED_QUESTION_MAX_LENGTH = 120;

export const MODEL_NAME_MAX_LENGTH = 200;
export const MODEL_INSTRUCTIONS_MAX_LENGTH = 20_000;
export const MODEL_OUTPUT_TOKENS_MAX = 200_000;
export const VECTOR_STORES_MAX = 10;
/** Limits of the earlier messages that a trial sends along. */
export const TRIAL_HISTORY_MAX = 40;
export const TRIAL_HISTORY_MAX_LENGTH = 60_000;

export const DOCUMENT_TITLE_MAX_LENGTH = 160;
export const DOCUMENT_NOTE_MAX_LENGTH = 60_000;

/** Maximum length of a list of synonyms. */
export const SYNONYMS_MAX_LENGTH = 200;

export const PARTICIPANT_NAME_MIN_LENGTH = 2;
export const PARTICIPANT_NAME_MAX_LENGTH = 80;
export const PARTICIPANT_PAGE_SIZE = 25;
export const USER_PAGE_SIZE = 25;
export const USER_SEARCH_LIMIT = 20;
export const USER_SEARCH_LIMIT_MAX = 50;
/** Maximum length of an email address. */
export const USER_SEARCH_MAX_LENGTH = 254;
/** Participants that a picker loads at once; a search finds the others. */
export const PARTICIPANT_OPTIONS_MAX = 1000;

export const AUDIT_PAGE_SIZE = 50;
export const AUDIT_PAGE_SIZE_MAX = 100;
export const AUDIT_DEFAULT_WINDOW_DAYS = 14;
export const AUDIT_ACTIONS_MAX = 25;
export const AUDIT_KEYWORD_MAX_LENGTH = 120;
/** Maximum number of rows in one export. */
export const AUDIT_EXPORT_MAX = 50_000;
/** Links or entries that are verified in one query. */
export const AUDIT_VERIFY_STEP = 20_000;
export const AUDIT_HOLD_REASON_MAX_LENGTH = 500;
export const AUDIT_VIEW_NAME_MAX_LENGTH = 80;
/** Maximum size of a saved view's query, as compact JSON. */
export const AUDIT_VIEW_QUERY_MAX_BYTES = 4096;
export const SUGGESTION_LIMIT = 20;

/** Maximum length of the name that a user chooses. */
export const DISPLAY_NAME_MAX_LENGTH = 80;
