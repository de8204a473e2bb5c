/** The module that the chat exposes: its one screen. */
export { ChatScreen as default } from '../screen/chat-screen';
