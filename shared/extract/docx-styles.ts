import type { FileKind } from '../domain/files/kinds.ts';
import { walkPart } from './walk-markup.ts';
import type { ZipReader } from './zip.ts';

/** The properties of a paragraph, or of its style, that make it a heading or a numbered paragraph. */
export interface ParagraphProperties {
  /** The outline level from 0; 9 is body text. */
  outline?: number;
  /** The list that numbers it; `0` for none. */
  list?: string;
  /** Its level in that list, from 0. */
  depth?: number;
}

interface Style extends ParagraphProperties {
  basedOn?: string;
}

/** Maximum number of styles that a style is based on, one on the other. */
const MOST_BASES = 20;
/** The built-in heading styles; Word stores their names in English, whatever the language of the document. */
const HEADING_NAME = /^heading ([1-9])$/i;

/** Adds the property that an element within `w:pPr` states. */
export const addProperty = (to: ParagraphProperties, element: string, value: string | undefined): void => {
  if (value === undefined) return;
  const level = Number.parseInt(value, 10);
  if (element === 'w:numId') to.list = value;
  else if (element === 'w:outlineLvl' && level >= 0) to.outline = level;
  else if (element === 'w:ilvl' && level >= 0) to.depth = level;
};

/** Reads the paragraph styles of a Word document. Returns the properties of a style by its id, inherited ones included. */
export const readStyles = (zip: ZipReader, kind: FileKind): ((id: string | undefined) => ParagraphProperties) => {
  const styles = new Map<string, Style>();
  let style: Style = {};
  walkPart(zip, 'word/styles.xml', kind, {
    open: (name, attributes) => {
      const value = attributes['w:val'];
      if (name === 'w:style') {
        style = {};
        if (attributes['w:type'] === 'paragraph') styles.set(attributes['w:styleId'] ?? '', style);
      } else if (name === 'w:name') {
        const level = HEADING_NAME.exec(value ?? '')?.[1];
        if (level) style.outline = Number(level) - 1;
      } else if (name === 'w:basedOn' && value !== undefined) style.basedOn = value;
      else addProperty(style, name, value);
    },
  });
  return (id) => {
    let found: ParagraphProperties = {};
    for (let i = 0; id !== undefined && i < MOST_BASES; i++) {
      const { basedOn, ...own }: Style = styles.get(id) ?? {};
      found = { ...own, ...found };
      id = basedOn;
    }
    return found;
  };
};
