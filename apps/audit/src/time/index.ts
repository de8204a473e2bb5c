export { addDays, dayOf, isDay, startOfDay, type Day, type Zone } from './days';
export { clockTime, isoTime, labelledTime, zoneLabel } from './clock';
export { isRelative, relativeWords, resolveRelative } from './relative';
