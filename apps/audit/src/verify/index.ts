export { VerifyButton } from './verify-button';
