import { remoteConfig } from '../../.config/vite.ts';
export default remoteConfig({ name: 'chat', port: 4211 });
