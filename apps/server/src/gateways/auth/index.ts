export { emailAddress } from './email-address.ts';
export { createRedirects } from './allowed-redirects.ts';
export { createAuthFlows, type AuthFlows } from '../../data/database/auth-flows.ts';
export { createAuthGateway } from './auth-gateway.ts';
export { ANYBODY, readSignUpRule, type SignUpRule } from './sign-up-rule.ts';
export { isKnownCaller } from './is-known-caller.ts';
export { hasSecretKey, identifyCaller } from './identify-caller.ts';
export { createLiveSessions, type LiveSessions } from './live-sessions.ts';
export { createSessionStreams } from './session-streams.ts';
