export { downloadConversation } from './download-conversation';
