import { remoteConfig } from '../../.config/vite.ts';
export default remoteConfig({ name: 'admin', port: 4212 });
