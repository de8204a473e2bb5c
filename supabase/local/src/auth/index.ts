export { BadTokenError, verifyAccessToken } from './access-token.ts';
export { createRedirects } from './allowed-redirects.ts';
export { createAuthFlows } from './auth-flows.ts';
export { createAuthGateway } from './auth-gateway.ts';
export { isKnownCaller } from './is-known-caller.ts';
