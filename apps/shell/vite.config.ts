import { shellConfig } from '../../.config/vite.ts';

export default shellConfig();
