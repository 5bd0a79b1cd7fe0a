import * as z from 'zod';
import { DocumentId } from '../../shared/domain/documents/values.ts';
import { Conflict, NotFound } from '../../shared/domain/errors.ts';
import { Binary } from '../../shared/http/binary.ts';
import { lambda } from '../../shared/http/lambda.ts';
import type { Handle } from '../../shared/http/operation.ts';
import { defineOperation } from '../../shared/http/operation.ts';
import { wholeNumber } from '../../shared/http/parameters.ts';
import { drawPage } from './lib/draw-page.ts';
import { findDocument } from './lib/find-document.ts';

/** The smallest part in fractions of the page. */
const LEAST = 0.002;
/** A fraction of the page's width or height, as query parameter. */
const fraction = (least: number, otherwise: number, description: string) =>
  z.coerce.number().min(least).max(1).default(otherwise).meta({ description, example: otherwise });

export const operation = defineOperation({
  id: 'draw-document-page',
  method: 'GET',
  path: '/api/v1/documents/{document_id}/pages/{page}/image',
  tag: 'Documents',
  summary: 'Draw part of a page',
  description:
    'An image of part of a page of a PDF, drawn from the file at the requested size, for details that `image_url` of ' +
    'the page is too coarse for. A PNG, or WebP if the PNG would exceed 4 MB. 409 for other files, and for pages that ' +
    'take longer than 20 seconds.',
  auth: { scope: 'documents:read', role: 'viewer', viewerLink: 'document_id' },
  params: z.object({ document_id: DocumentId, page: z.coerce.number().int().min(1).max(100_000) }),
  query: z.object({
    x: fraction(0, 0, 'Left edge of the part, in fractions of the width of the page as displayed'),
    y: fraction(0, 0, 'Upper edge, in fractions of the height'),
    width: fraction(LEAST, 1, 'Width, in fractions of the width'),
    height: fraction(LEAST, 1, 'Height, in fractions of the height'),
    pixels: wholeNumber({ minimum: 16, maximum: 2400 })
      .default(1200)
      .meta({ description: 'Width of the image; its height follows, at most four times the width', example: 1200 }),
  }),
  responses: {
    200: {
      description: 'The image',
      contentType: 'image/*',
      schema: Binary,
      headers: { 'Cache-Control': 'The image may be kept by the client for an hour' },
    },
  },
  errors: [404, 409],
  uses: ['documents.read', 'files.read'],
  timeoutSeconds: 29,
  memoryMegabytes: 3008,
});

export const handle: Handle<typeof operation> = async (request, ports) => {
  const record = await findDocument(request, ports['documents.read']);
  const { page } = request.params;
  if (page > (record.page_count ?? 0)) throw new NotFound();
  if (record.mime_type !== 'application/pdf') throw new Conflict('Only pages of PDF files can be drawn');
  const { query } = request;
  const part = { ...query, width: Math.min(query.width, 1 - query.x), height: Math.min(query.height, 1 - query.y) };
  if (part.width < LEAST || part.height < LEAST) throw new Conflict('The part lies outside the page');
  const { bytes, contentType } = await drawPage(record, page, part, ports['files.read']);
  return {
    status: 200,
    headers: { 'Content-Type': contentType, 'Cache-Control': 'private, max-age=3600' },
    body: bytes,
  };
};

export const handler = lambda(operation, handle);
