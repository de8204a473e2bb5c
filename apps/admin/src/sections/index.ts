export { productSection, sectionAt, type Section } from './model/sections';
export { useSections } from './use-sections';
