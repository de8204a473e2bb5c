export { createRestGateway } from './rest-gateway.ts';
export { hookRestConnection } from './rest-request.ts';
