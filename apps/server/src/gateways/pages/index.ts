export { createStaticGateway, type StaticOptions } from './static-gateway.ts';
export type { EnvironmentRules } from './environment-rules.ts';
