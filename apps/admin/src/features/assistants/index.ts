export { AssistantsScreen } from './assistants-screen';
