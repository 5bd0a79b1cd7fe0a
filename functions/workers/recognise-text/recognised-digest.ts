import type { DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { readableWords } from '../../../shared/domain/files/has-text-layer.ts';
import type { PageText } from '../../../shared/domain/page-text.ts';
import {
  blockPages,
  type FileEvidence,
  type PictureReading,
  readSheets,
  type SheetTemplateRecord,
  wantsPicture,
  withPictures,
  withRelations,
  withTemplates,
} from '../../../shared/domain/sheets/index.ts';
import { type BlockAnswers, withOpinion } from '../../../shared/domain/sheets/second-opinion.ts';
import { letteringRenderer } from '../../../shared/ocr/lettering-renderer.ts';
import { dataFor, SCRIPT_LANGUAGES } from '../../../shared/ocr/page-language.ts';
import { type PictureReader, readPicture } from '../../../shared/ocr/read-sheet-pictures.ts';
import { openPdf } from '../../../shared/pdf/index.ts';
import type { Ocr } from '../../../shared/ports.ts';
import type { FileDigest } from '../process-document/file-digest.ts';
import { evidenceIn } from '../process-document/file-evidence.ts';
import { digestText } from '../process-document/text-digest.ts';
import { askBlockReader, type SecondOpinion } from './ask-block-reader.ts';
import { isLettering, type RecognisedBlock, type RecognisedPage, type RecognisedUnit } from './recognise-pages.ts';

/** Maximum scanned pages whose title block is read from its image. */
const MOST_BLOCKS = 60;

interface Read {
  pages: PageText[];
  /** Title blocks read from their images, by page. */
  pictures: Map<number, PictureReading>;
  file: FileEvidence;
  /** The vision model's readings, by page. */
  opinions: Map<number, BlockAnswers>;
}

/** What recognition needs besides the file. */
interface Means extends Pick<PictureReader, 'ocr' | 'deadline'> {
  /** Returns the pages with the ruled cells and the drawn lettering that processing has stored. */
  withObjects: (pages: readonly PageText[]) => Promise<PageText[]>;
  opinion: SecondOpinion;
  /** Maximum number of title blocks that the vision model reads. */
  opinions: number;
}

/** Replaces scanned pages by their recognised text, and reads title blocks with missing fields from their images. */
const readPdfPages = async (
  path: string,
  filename: string,
  read: readonly RecognisedPage[],
  { withObjects, opinion, opinions: most, ...blocks }: Means,
): Promise<Read> => {
  const pdf = await openPdf(path);
  try {
    const pages = await withObjects(await pdf.pageTexts());
    for (const { page, text } of read) {
      const layer = pages[page - 1];
      // The few words of a sparse text layer are kept where recognition finds fewer.
      if (!text || (layer && readableWords(layer) > readableWords(text))) continue;
      pages[page - 1] = { ...text, ...(layer?.rotation !== undefined && { rotation: layer.rotation }) };
    }
    const render = letteringRenderer(pdf);
    const file = await evidenceIn(pdf, filename);
    const sheets = readSheets(pages, file);
    const pictures = new Map<number, PictureReading>();
    const scans = new Set(read.map(({ page }) => page));
    const wanted = pages.filter((page, i) => scans.has(page.page) && sheets[i] && wantsPicture(page, sheets[i], true));
    const opinions = new Map<number, BlockAnswers>();
    for (const [i, page] of wanted.slice(0, MOST_BLOCKS).entries()) {
      if (Date.now() >= blocks.deadline) break;
      const picture = await readPicture(page, { ...blocks, render });
      if (picture) pictures.set(page.page, picture);
      const answers = i < most ? await askBlockReader(page, picture, render, opinion) : null;
      if (answers) opinions.set(page.page, answers);
    }
    return { pages, pictures, file, opinions };
  } finally {
    await pdf.close();
  }
};

const unreadableReason = (languages: readonly string[]): string => {
  const start = 'Nothing on these pages could be read: they are not legible, or in another script.';
  if (languages.length === 0) return start;
  const scripts = SCRIPT_LANGUAGES.filter((language) => dataFor(language, languages) === null);
  const without = scripts.length > 0 ? `, and has no data of the scripts of ${scripts.join(', ')}` : '';
  return `${start} Text recognition reads the languages ${languages.join(', ')}${without}.`;
};

/** Returns the languages that the pages were read in, and those that they or the settings want without data. */
const languagesOf = (
  scans: readonly RecognisedPage[],
  { available, missing }: NonNullable<Ocr['languages']>,
): { readIn: string[]; missing: string[] } => {
  const readIn = scans.flatMap(({ language = null }) => dataFor(language, available) ?? available[0] ?? []);
  const unknown = scans.flatMap(({ language = null }) =>
    language !== null && dataFor(language, available) === null ? [language] : [],
  );
  const isBound = available.length > 0;
  return { readIn: [...new Set(readIn)], missing: [...new Set([...missing, ...(isBound ? unknown : [])])] };
};

/** Returns notes on the scanned pages; null if there were none. */
const detailOf = (
  scans: readonly RecognisedPage[],
  read: readonly RecognisedPage[],
  languages: NonNullable<Ocr['languages']> = { available: [], missing: [] },
): FileDigest['detail'] => {
  if (scans.length === 0) return null;
  const unread = scans.filter(({ text }) => text === undefined).map(({ page }) => page);
  const mean = read.reduce((sum, { confidence }) => sum + confidence, 0) / Math.max(1, read.length);
  const { readIn, missing } = languagesOf(scans, languages);
  return {
    text_layer: read.length > 0 ? 'recognised' : 'unreadable',
    scanned_pages: scans.map(({ page }) => page),
    recognised_pages: read.length,
    ...(unread.length > 0 && { unread_pages: unread, reason: unreadableReason(languages.available) }),
    ...(readIn.length > 0 && { recognition_languages: readIn }),
    ...(missing.length > 0 && { missing_languages: missing }),
    recognition_confidence: Math.round(mean),
    recognition_complete: scans.every(({ complete }) => complete),
  };
};

const isBlock = (recognised: RecognisedUnit): recognised is RecognisedBlock => 'block' in recognised;

/**
 * Digests a document once the images of its scanned pages and title blocks have been read; the other pages keep their
 * text layer.
 * @param blocks reads title blocks with fields missing from the recognised text, until `deadline` (epoch milliseconds)
 */
export const recognisedDigest = async (
  path: string,
  record: DocumentRecord,
  recognised: readonly RecognisedUnit[],
  blocks: Means,
  templates: readonly SheetTemplateRecord[],
): Promise<FileDigest> => {
  const scans = recognised.filter((unit): unit is RecognisedPage => !isBlock(unit) && !isLettering(unit));
  const read = scans.filter(({ text }) => text !== undefined);
  const { filename } = record;
  const { pages, pictures, file, opinions }: Read =
    record.mime_type === 'application/pdf'
      ? await readPdfPages(path, filename, read, blocks)
      : { pages: read.flatMap(({ text }) => text ?? []), pictures: new Map(), file: { filename }, opinions: new Map() };
  for (const { page, block, opinion } of recognised.filter(isBlock)) {
    if (block) pictures.set(page, block);
    if (opinion) opinions.set(page, opinion);
  }
  const kept = blockPages(pages, pictures);
  const scanned = new Set(scans.map(({ page }) => page));
  const completed = withPictures(readSheets(pages, file), pages, pictures, file).map((sheet, i) => {
    const answers = opinions.get(sheet.page);
    const words = [...(pages[i]?.words ?? []), ...(pictures.get(sheet.page)?.words ?? [])];
    return answers ? withOpinion(sheet, answers, scanned.has(sheet.page) ? null : words) : sheet;
  });
  const sheets = withRelations(withTemplates(completed, kept, templates), pages);
  return {
    ...digestText(pages, sheets),
    title: null,
    sheets,
    blocks: kept,
    ...(record.mime_type === 'application/pdf' && { pages }),
    page_count: record.page_count,
    full_image_path: record.full_image_path,
    thumbnail_image_path: record.thumbnail_image_path,
    detail: detailOf(scans, read, blocks.ocr.languages),
    needs_ocr: false,
    unread: read.length < scans.length,
  };
};
