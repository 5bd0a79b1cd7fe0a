import type { FileKind } from '../domain/files/kinds.ts';
import type { ReadResult } from './extracted-text.ts';
import { damaged } from './file-errors.ts';
import type { PageWriter } from './page-writer.ts';
import { elementText, walkPart } from './walk-markup.ts';
import type { ZipReader } from './zip.ts';

const PRESENTATION = 'ppt/presentation.xml';

/** Extracts the text of a presentation: one page per slide in presentation order, with the speaker's notes below. */
export function readPptx(zip: ZipReader, kind: FileKind, out: PageWriter): ReadResult {
  const slides = slideParts(zip, kind);
  if (slides.length === 0 && !zip.has(PRESENTATION)) throw damaged(kind, 'no presentation part');
  slides.forEach((slide, index) => {
    if (index > 0) out.breakPage();
    walkDrawing(zip, slide, kind, out);
    const notes = relations(zip, slide, kind).find((relation) => relation.type.endsWith('/notesSlide'));
    if (notes) {
      out.write('\n');
      walkDrawing(zip, notes.target, kind, out);
    }
  });
  return { title: elementText(zip, 'docProps/core.xml', kind, 'dc:title') };
}

interface Relation {
  id: string;
  type: string;
  /** Name of the target part. */
  target: string;
}

/** Returns the relationships of a part (ECMA-376 part 2, 9.3): the targets of its links within the package. */
function relations(zip: ZipReader, part: string, kind: FileKind): Relation[] {
  const folder = part.slice(0, part.lastIndexOf('/') + 1);
  const found: Relation[] = [];
  walkPart(zip, `${folder}_rels/${part.slice(folder.length)}.rels`, kind, {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      if (name !== 'Relationship') return;
      const path = new URL(Target, `zip:///${folder}`).pathname.slice(1);
      found.push({ id: Id, type: Type, target: path });
    },
  });
  return found;
}

function slideParts(zip: ZipReader, kind: FileKind): string[] {
  const targets = new Map(relations(zip, PRESENTATION, kind).map((relation) => [relation.id, relation.target]));
  const slides: string[] = [];
  walkPart(zip, PRESENTATION, kind, {
    open: (name, attributes) => {
      const target = name === 'p:sldId' ? targets.get(attributes['r:id'] ?? '') : undefined;
      if (target !== undefined && zip.has(target)) slides.push(target);
    },
  });
  return slides;
}

function walkDrawing(zip: ZipReader, part: string, kind: FileKind, out: PageWriter): void {
  let reading = false;
  let inNumber = false;
  let cells = 0;
  walkPart(zip, part, kind, {
    enough: () => out.full,
    open: (name, attributes) => {
      reading = name === 'a:t';
      if (name === 'a:fld') inNumber = attributes.type === 'slidenum';
      if (name === 'a:tc') cells += 1;
      if (name === 'a:br') out.write('\n');
    },
    close: (name) => {
      reading = false;
      if (name === 'a:fld') inNumber = false;
      if (name === 'a:p') out.write(cells > 0 ? ' ' : '\n');
      if (name === 'a:tr') out.write('\n');
      if (name === 'a:tc') {
        cells -= 1;
        out.write('\t');
      }
    },
    text: (text) => {
      if (reading && !inNumber) out.write(text);
    },
  });
}
