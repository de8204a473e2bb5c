export { productSection, sectionAt, type ProductSectionId, type Section } from './model/sections';
export { useSections } from './use-sections';
