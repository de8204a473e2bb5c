export { ParticipantsScreen } from './participants-screen';
