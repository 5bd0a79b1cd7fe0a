import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { SECTION_SYSTEMS } from '../../shared/domain/text/index.ts';
import { BoxView } from '../../shared/http/box-view.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { Page, pageQuery, skipOf, toPage } from '../../shared/http/paging.ts';
import { SectionNameView } from '../../shared/http/section-view.ts';
import { readSections } from '../../shared/sheets/stored-sections.ts';
import { findDocument } from './lib/find-document.ts';

const SectionView = SectionNameView.extend({
  system: z.enum(SECTION_SYSTEMS).meta({
    description:
      'How it is numbered: CSI MasterFormat, cost groups of DIN 276, New Rules of Measurement, lots of a French CCTP, or otherwise',
    example: 'csi',
  }),
  level: z.int().min(1).meta({ description: 'Its depth, 1 for the outermost sections', example: 1 }),
  page_from: z.int().min(1).meta({ description: 'The page of its heading, from 1', example: 12 }),
  page_to: z.int().min(1).meta({ description: 'Its last page', example: 19 }),
  bounding_box: BoxView.nullable().meta({ description: 'The heading on its page; null for files other than PDF' }),
}).meta({ id: 'DocumentSection', description: 'A section of a document' });

export const operation = defineOperation({
  id: 'list-document-sections',
  method: 'GET',
  path: '/api/v1/documents/{document_id}/sections',
  tag: 'Documents',
  summary: 'List the sections of a document',
  description:
    'Sections of a specification or another text, in the order of the document, at most 5,000. They are derived during ' +
    'processing from numbered headings, or in Word documents from the paragraphs with an outline level: tables of contents, running heads and references are not sections. Parts and ' +
    'articles within CSI sections are not listed. A document processed before this feature existed has none until it is ' +
    'reprocessed.',
  auth: { scope: 'documents:read', role: 'viewer' },
  params: z.object({ document_id: DocumentId }),
  query: z.object({ ...pageQuery }),
  responses: { 200: { description: 'One page of the list', schema: Page(SectionView) } },
  errors: [404],
  uses: ['documents.read', 'files.read'],
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findDocument(request, ports['documents.read']);
  const sections = await readSections(record, ports['files.read']);
  const skip = skipOf(request.query);
  const page = sections.slice(skip, skip + request.query.size).map(({ at: _, box, ...section }) => ({
    ...section,
    bounding_box: box,
  }));
  return { status: 200, body: toPage(request.query, page, sections.length) };
};

export const handler = lambda(operation, handle);
