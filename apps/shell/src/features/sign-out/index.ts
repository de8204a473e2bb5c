export { SignOut as default } from './sign-out';
