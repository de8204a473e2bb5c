import type { Route } from '../../_shared/http/router.ts';
import type { CallContext } from '../context.ts';
import { changeModel } from './change-model.ts';
import { changeRoleGrant } from './change-role-grant.ts';
import { chooseBranch } from './choose-branch.ts';
import { createAssistant } from './create-assistant.ts';
import { createConversation } from './create-conversation.ts';
import { deleteAssistant } from './delete-assistant.ts';
import { deleteConversation } from './delete-conversation.ts';
import { exportConversation } from './export-conversation.ts';
import { findUsers } from './find-users.ts';
import { getAssistant } from './get-assistant.ts';
import { getConversation } from './get-conversation.ts';
import { getGrants } from './get-grants.ts';
import { getModel } from './get-model.ts';
import { grantUser } from './grant-user.ts';
import { inviteUser, resendInvitation, sendReset } from './invite-user.ts';
import { linkDocument } from './link-document.ts';
import { linkFile } from './link-file.ts';
import { listAssistants } from './list-assistants.ts';
import { listConversations } from './list-conversations.ts';
import { listFeedback } from './list-feedback.ts';
import { listMessages } from './list-messages.ts';
import { listParticipantOptions } from './list-participant-options.ts';
import { previewFile } from './preview-file.ts';
import { removeFeedback } from './remove-feedback.ts';
import { removeUpload } from './remove-upload.ts';
import { checkProvider, listModels } from './provider.ts';
import { readAgain } from './read-again.ts';
import { readUsage } from './read-usage.ts';
import { requestReply } from './request-reply.ts';
import { researchWeb } from './research-web.ts';
import { resumeStream } from './resume-stream.ts';
import { revokeUser } from './revoke-user.ts';
import { saveNote } from './save-note.ts';
import { saveFeedback } from './save-feedback.ts';
import { searchConversations } from './search-conversations.ts';
import { searchMessages } from './search-messages.ts';
import { sendMessage } from './send-message.ts';
import { stopTurn } from './stop-turn.ts';
import { suggestFollowUps } from './suggest-follow-ups.ts';
import { tryAssistant } from './try-assistant.ts';
import { updateAssistant } from './update-assistant.ts';
import { updateConversation } from './update-conversation.ts';
import { uploadDocument } from './upload-document.ts';
import { uploadFile } from './upload-file.ts';
import { watchChanges } from './watch-changes.ts';

/** Every endpoint of the function. */
export const routes: readonly Route<CallContext>[] = [
  { method: 'GET', pattern: '/conversations', handle: listConversations },
  { method: 'POST', pattern: '/conversations', handle: createConversation },
  { method: 'GET', pattern: '/conversations/search', handle: searchConversations },
  { method: 'GET', pattern: '/conversations/changes', handle: watchChanges },
  { method: 'GET', pattern: '/conversations/:id', handle: getConversation },
  { method: 'PUT', pattern: '/conversations/:id', handle: updateConversation },
  { method: 'DELETE', pattern: '/conversations/:id', handle: deleteConversation },
  { method: 'GET', pattern: '/conversations/:id/messages', handle: listMessages },
  {
    method: 'PUT',
    pattern: '/conversations/:id/messages/:messageId/feedback',
    handle: saveFeedback,
  },
  {
    method: 'DELETE',
    pattern: '/conversations/:id/messages/:messageId/feedback',
    handle: removeFeedback,
  },
  {
    method: 'POST',
    pattern: '/conversations/:id/messages/:messageId/follow-ups',
    handle: suggestFollowUps,
  },
  { method: 'GET', pattern: '/conversations/:id/feedback', handle: listFeedback },
  { method: 'GET', pattern: '/conversations/:id/search', handle: searchMessages },
  { method: 'GET', pattern: '/conversations/:id/export', handle: exportConversation },
  { method: 'POST', pattern: '/conversations/:id/stream', handle: sendMessage },
  { method: 'GET', pattern: '/conversations/:id/stream', handle: resumeStream },
  { method: 'POST', pattern: '/conversations/:id/reply', handle: requestReply },
  { method: 'PUT', pattern: '/conversations/:id/branch', handle: chooseBranch },
  { method: 'POST', pattern: '/conversations/:id/research', handle: researchWeb },
  { method: 'POST', pattern: '/api/conversations/:id/research', handle: researchWeb },
  { method: 'POST', pattern: '/conversations/:id/stop', handle: stopTurn },
  { method: 'POST', pattern: '/conversations/:id/upload', handle: uploadFile },
  { method: 'DELETE', pattern: '/conversations/:id/upload', handle: removeUpload },
  { method: 'POST', pattern: '/conversations/:id/file', handle: linkFile },
  { method: 'POST', pattern: '/conversations/:id/preview', handle: previewFile },
  { method: 'GET', pattern: '/assistants', handle: listAssistants },
  { method: 'GET', pattern: '/assistants/:id', handle: getAssistant },
  { method: 'POST', pattern: '/assistants', handle: createAssistant },
  { method: 'PUT', pattern: '/assistants/:id', handle: updateAssistant },
  { method: 'DELETE', pattern: '/assistants/:id', handle: deleteAssistant },
  { method: 'GET', pattern: '/assistants/:id/grants', handle: getGrants },
  { method: 'GET', pattern: '/assistants/:id/model', handle: getModel },
  { method: 'PUT', pattern: '/assistants/:id/model', handle: changeModel },
  { method: 'POST', pattern: '/assistants/:id/try', handle: tryAssistant },
  { method: 'POST', pattern: '/assistants/:id/grants/role', handle: changeRoleGrant },
  { method: 'POST', pattern: '/assistants/:id/grants/user', handle: grantUser },
  { method: 'DELETE', pattern: '/assistants/:id/grants/user/:userId', handle: revokeUser },
  { method: 'POST', pattern: '/documents/upload', handle: uploadDocument },
  { method: 'POST', pattern: '/documents/note', handle: saveNote },
  { method: 'POST', pattern: '/documents/read', handle: readAgain },
  { method: 'POST', pattern: '/documents/file', handle: linkDocument },
  { method: 'GET', pattern: '/users', handle: findUsers },
  { method: 'POST', pattern: '/users/:id/invitation', handle: resendInvitation },
  { method: 'POST', pattern: '/users/:id/reset', handle: sendReset },
  { method: 'POST', pattern: '/invitations', handle: inviteUser },
  { method: 'GET', pattern: '/participants', handle: listParticipantOptions },
  { method: 'GET', pattern: '/models', handle: listModels },
  { method: 'POST', pattern: '/provider/check', handle: checkProvider },
  { method: 'GET', pattern: '/usage', handle: readUsage },
];
