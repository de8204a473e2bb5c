/** Every call of the backend. The shell injects the session; the page's one query client caches the responses. */
export type { Api } from './http/api';
export { ApiError, isMissing, isNetworkError, isRefusal } from './http/api-error';
export { serverStatus } from './http/server-status';
export { ApiProvider } from './react/api-provider';
export { useApi } from './react/api-context';
export { createQueryClient, getQueryClient } from './react/query-client';
export { holdQueries } from './react/hold-queries';
export {
  keepPreviousData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';

export { canEditDocuments, useCanEditDocuments, useIsAdmin } from './endpoints/is-admin';

export {
  useConversationList,
  useUnreadConversations,
} from './endpoints/conversations/list-conversations';
export { conversationKeys } from './endpoints/conversations/conversation-keys';
export { useConversation } from './endpoints/conversations/get-conversation';
export { usePrefetchConversation } from './endpoints/conversations/prefetch-conversation';
export { useCreateConversation } from './endpoints/conversations/create-conversation';
export { useRenameConversation } from './endpoints/conversations/rename-conversation';
export {
  isDeletedHere,
  useDeleteConversation,
} from './endpoints/conversations/delete-conversation';
export {
  useMarkConversation,
  useMarkRead,
  type ConversationMarks,
} from './endpoints/conversations/update-conversation';
export { useConversationSearch } from './endpoints/conversations/search-conversations';
export { exportConversation } from './endpoints/conversations/export-conversation';
export {
  applyConversationChange,
  refetchReadBefore,
  findConversation,
} from './endpoints/conversations/apply-conversation-change';
export {
  hasLocalCopies,
  provideLocalCopies,
  retainConversations,
  whenDropped,
  type LocalCopies,
} from './copies/local-copies';
export {
  followConversationChanges,
  type NumberedChange,
} from './endpoints/conversations/follow-changes';

export { messageKeys } from './endpoints/messages/message-keys';
export { useMessages } from './endpoints/messages/list-messages';
export { loadEarlierMessages, loadMessages } from './endpoints/messages/load-messages';
export { chooseBranch } from './endpoints/messages/choose-branch';
export { requestReply, resumeTurn, sendMessage } from './endpoints/messages/send-message';
export { stopTurn } from './endpoints/messages/stop-turn';

export { listAssistants, useAssistants } from './endpoints/list-assistants';

export * from './lazy-apis';
export type { ShownHit } from './endpoints/conversations/local-search';
export type { CitedDocument, DocumentPassage } from './endpoints/read-sources';
export type { MailHealth, RemoteHealth, Synonym, SynonymInput } from '@homie/contracts/admin';
export type { DatabaseState } from './remotes/read-health';
export type { SynonymSearch } from './administration/documents/synonym-data';
export type {
  DocumentHolder,
  DocumentTarget,
  DocumentVersion,
  EditedAssistant,
  OrganisationDocument,
} from './administration/documents/documents';
export type { DocumentReview } from './administration/documents/list-reviews';
export type { AssistantPageSearch } from './administration/assistants/list-assistant-page';
export type { GrantsChange } from './administration/assistants/change-grants';
export type { ParticipantOptionSearch } from './administration/assistants/list-participant-options';
export type { WorkersChange } from './administration/participants/change-workers';
export type { Assignment } from './administration/participants/list-assignments';
export type { ParticipantSearch } from './administration/participants/list-participants';
export type { Counted } from './administration/page-range';
export type { PageSearch, ResourceData } from './administration/resource-data';
export type { Saved } from './administration/saved';
export type { OwnUser } from './administration/users/get-own-user';
export type { UserAccessSearch } from './administration/users/list-user-access';
export type { UserPageSearch, UserSearch } from './administration/users/list-users';
export type { TrialMessage } from './administration/assistants/try-assistant';
