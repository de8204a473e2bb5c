export { ConversationView } from './conversation-view';
