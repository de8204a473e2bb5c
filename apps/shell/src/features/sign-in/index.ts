export { SignInScreen as default } from './sign-in-screen';
