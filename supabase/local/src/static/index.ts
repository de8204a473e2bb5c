export { createStaticGateway, type StaticOptions } from './static-gateway.ts';
