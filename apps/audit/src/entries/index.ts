export { ActionLabel } from './action-label';
export { KindBadge } from './kind-badge';
export { actionWords, isException } from './model/action-words';
export { idPreview, metaPreview } from './model/previews';
