import type { Random } from '../random.ts';
import { type ClauseGroup, GENERAL_CLAUSES } from './general-clauses.ts';
import type { SectionText } from './section-text.ts';

/** An element of a section before it is broken into lines. */
export type SpecificationBlock =
  | { kind: 'part'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'clause'; mark: string; text: string; level: 1 | 2 }
  | { kind: 'table'; title: string; head: readonly string[]; rows: readonly (readonly string[])[] };

const fill = (clause: string, section: SectionText, r: Random): string =>
  clause
    .replaceAll('{product}', section.product)
    .replaceAll('{installer}', section.installer)
    .replace(/\{([^{}]+)\}/g, (_, words: string) => r.pick(words.split('|')));

/** Returns the three parts of a section, numbered according to CSI's SectionFormat. */
export const composeSection = (section: SectionText, r: Random): SpecificationBlock[] => {
  const blocks: SpecificationBlock[] = [];
  let part = 0;
  let article = 0;
  const begin = (title: string): void => {
    part++;
    article = 0;
    blocks.push({ kind: 'part', text: `PART ${part}  ${title}` });
  };
  const heading = (title: string): void => {
    article++;
    blocks.push({ kind: 'heading', text: `${part}.${article}  ${title}` });
  };
  const clauses = (title: string, texts: readonly string[]): void => {
    if (texts.length === 0) return;
    heading(title);
    texts.forEach((text, i) => {
      blocks.push({ kind: 'clause', mark: `${String.fromCharCode(65 + i)}.`, text, level: 1 });
    });
  };
  const listed = (title: string, intro: string, texts: readonly string[]): void => {
    heading(title);
    blocks.push({ kind: 'clause', mark: 'A.', text: intro, level: 1 });
    texts.forEach((text, i) => {
      blocks.push({ kind: 'clause', mark: `${i + 1}.`, text, level: 2 });
    });
  };
  const general = (group: ClauseGroup, count: number): string[] => {
    if (section.procedure) return [];
    const drawn = r.shuffle<string>(GENERAL_CLAUSES[group]).slice(0, count);
    return drawn.map((clause) => fill(clause, section, r));
  };

  begin('GENERAL');
  listed('SUMMARY', 'This section includes:', section.includes);
  listed(
    'REFERENCES',
    'Comply with the latest edition adopted by the authority having jurisdiction:',
    section.references,
  );
  clauses('COORDINATION', general('coordination', 2));
  const data = `Product data of each type of ${section.product}, marked to show the options chosen.`;
  clauses('SUBMITTALS', section.procedure ? section.submittals : [...section.submittals, data]);
  clauses('QUALITY ASSURANCE', general('quality', 2));
  clauses('DELIVERY, STORAGE AND HANDLING', general('delivery', 2));
  clauses('PROJECT CONDITIONS', general('conditions', 2));
  clauses('WARRANTY AND CLOSEOUT', [...general('warranty', 1), ...general('closeout', 1)]);
  begin('PRODUCTS');
  clauses('PERFORMANCE REQUIREMENTS', general('performance', 2));
  clauses('MATERIALS', section.materials);
  if (section.table) blocks.push({ kind: 'table', ...section.table });
  begin('EXECUTION');
  clauses('EXAMINATION AND PREPARATION', [...general('examination', 1), ...general('preparation', 2)]);
  clauses('INSTALLATION', [...section.execution, ...general('installation', 2)]);
  clauses('FIELD QUALITY CONTROL', general('control', 2));
  clauses('CLEANING AND PROTECTION', general('cleaning', 2));
  return blocks;
};
