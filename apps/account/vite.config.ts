import { remoteConfig } from '../../.config/vite.ts';

export default remoteConfig('account');
