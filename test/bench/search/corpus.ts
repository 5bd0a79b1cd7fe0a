import { basename, join } from 'node:path';
import type { Entry } from '../../../shared/aws/search/segments/draft.ts';
import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { readSheets } from '../../../shared/domain/sheets/index.ts';
import { chunkPages } from '../../../shared/domain/text/index.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import type { Embedder } from '../../../shared/ports.ts';
import { recordOf } from '../../operations/support/register-world.ts';
import { entryOf } from '../../support/made-segments.ts';
import { FILES, type FileName } from './questions.ts';

/** One page of the samples as a document of its own, so that the page with the answer is found. */
export interface CorpusPage {
  /** `name#page`. */
  id: string;
  text: string;
  /** Number and title of the sheet, if it is one. */
  heading: string;
  record: DocumentRecord;
}

export const pageId = (name: FileName, page: number): string => `${name}#${page}`;

/** Reads every page with the project's own readers. */
export const readCorpus = async (folder: string): Promise<CorpusPage[]> => {
  const corpus: CorpusPage[] = [];
  for (const [name, path] of Object.entries(FILES) as [FileName, string][]) {
    await using pdf = await openPdf(join(folder, path));
    const pages = await pdf.pageTexts();
    const sheets = readSheets(pages, { filename: basename(path) });
    for (const [i, { page, text }] of pages.entries()) {
      const id = pageId(name, page);
      const sheet = sheets[i];
      const given = { document_id: id, revision_root: id, title: null, description: null, document_reference: null };
      const record = recordOf(page, {
        ...given,
        ...{ filename: basename(path), chunks_count: 1, sheets: sheet ? [sheet] : [] },
      });
      corpus.push({ id, text, heading: [sheet?.sheet_number, sheet?.title].filter(Boolean).join(' '), record });
    }
  }
  return corpus;
};

/** Returns the index entries for the pages, with vectors by the embedder. */
export const entriesOf = async (corpus: readonly CorpusPage[], embedder: Embedder): Promise<Entry[]> => {
  const entries: Entry[] = [];
  for (const { record, text } of corpus) {
    const pieces = chunkPages([{ page: 1, text }]);
    const vectors = await embedder.embed(pieces.map((piece) => piece.text));
    const found = pieces.map(({ text }, i) => ({ text, vector: vectors[i] ?? null }));
    entries.push(entryOf({ kind: 'document', record }, found));
  }
  return entries;
};
