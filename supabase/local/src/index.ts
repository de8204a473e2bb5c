export * from './database/index.ts';
