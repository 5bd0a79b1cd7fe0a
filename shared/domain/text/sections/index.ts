export { findSections } from './find-sections.ts';
export { SECTION_SYSTEMS, Section, type SectionName, sectionAt } from './section.ts';
