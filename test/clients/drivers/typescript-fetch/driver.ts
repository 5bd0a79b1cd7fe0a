/** Calls the service through the client of openapi-generator's `typescript-fetch`; see ../README.md. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import {
  Configuration,
  DocumentOrder,
  DocumentsApi,
  DocumentType,
  DrawingComparisonsApi,
  ProjectsApi,
  SearchApi,
  SortOrder,
} from './client/index';

const [olderPath = '', newerPath = ''] = process.argv.slice(2);
// Of the two ways to pass a token the client uses OAuth's, for which it takes the whole header.
const accessToken = `Bearer ${process.env.CDS_TOKEN}`;
const options = new Configuration({ basePath: process.env.CDS_URL, accessToken });
const documents = new DocumentsApi(options);
const comparisons = new DrawingComparisonsApi(options);

const until = async <T>(ask: () => Promise<T>, hasEnded: (answer: T) => boolean): Promise<T> => {
  for (let attempt = 0; attempt < 600; attempt++) {
    const answer = await ask();
    if (hasEnded(answer)) return answer;
    await later(200);
  }
  throw new Error('It takes too long');
};
const upload = async (path: string, fields: { revisionOf?: string } = {}) => {
  const file = new File([await readFile(path)], basename(path), { type: 'application/pdf' });
  return documents.uploadDocument({ projectId: project.id, file, documentType: DocumentType.Drawing, ...fields });
};

const project = await new ProjectsApi(options).createProject({ createProjectBody: { name: 'typescript-fetch' } });
console.log('create project:', project.status);
const older = await upload(olderPath);
const newer = await upload(newerPath, { revisionOf: older.id });
console.log('upload:', older.filename, newer.filename);
const read = await Promise.all(
  [older, newer].map(({ id }) =>
    until(
      () => documents.getDocument({ documentId: id }),
      ({ textStatus }) => textStatus != null,
    ),
  ),
);
console.log('wait:', ...read.map(({ processingStatus, sheets }) => `${processingStatus} ${sheets[0]?.revision}`));
const page = await documents.listDocuments({
  projectId: project.id,
  documentType: 'DRAWING',
  processingStatus: 'PROCESSED',
  createdAtStart: project.createdAt.toISOString(),
  sortBy: DocumentOrder.Filename,
  sortOrder: SortOrder.Desc,
  size: 1,
  compact: true,
});
console.log('list with filters:', page.total, page.items[0]?.filename, page.items[0]?.documentType);
const created = await comparisons.createComparison({
  createComparisonBody: { originalDocumentId: older.id, comparisonDocumentId: newer.id },
});
const { drawingComparison: comparison } = await until(
  () => comparisons.getComparison({ drawingComparisonId: created.drawingComparisonId }),
  ({ drawingComparison }) => ['ready', 'failed'].includes(drawingComparison.status),
);
console.log('compare:', comparison.status, comparison.originalDrawingRevision, comparison.comparisonDrawingRevision);
const items = comparison.items.filter(({ boundingBox }) => boundingBox.width > 0);
console.log('read items:', ...items.map(({ kind, differenceRating }) => `${kind} ${differenceRating}`));
const found = await new SearchApi(options).search({ query: 'A-101', projectId: project.id });
console.log('search:', found.total, found.items[0]?.type, found.items[0]?.reference);
