export { ExportButtons } from './export-buttons';
export { ExportStatus } from './export-status';
