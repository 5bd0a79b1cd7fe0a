/** Calls the service through the client of orval; see ../README.md. */
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import axios from 'axios';
import * as api from './client/api';

const [olderPath = '', newerPath = ''] = process.argv.slice(2);
axios.defaults.baseURL = process.env.CDS_URL;
axios.defaults.headers.common.Authorization = `Bearer ${process.env.CDS_TOKEN}`;
const until = async <T>(ask: () => Promise<{ data: T }>, hasEnded: (answer: T) => boolean): Promise<T> => {
  for (let attempt = 0; attempt < 600; attempt++) {
    const { data } = await ask();
    if (hasEnded(data)) return data;
    await later(200);
  }
  throw new Error('It takes too long');
};
const upload = async (path: string, fields: { revision_of?: string } = {}) => {
  const file = new File([await readFile(path)], basename(path), { type: 'application/pdf' });
  const form = { project_id: project.id, document_type: api.DocumentType.DRAWING, file, ...fields };
  return (await api.uploadDocument(form)).data;
};

const { data: project } = await api.createProject({ name: 'orval' });
console.log('create project:', project.status);
const older = await upload(olderPath);
const newer = await upload(newerPath, { revision_of: older.id });
console.log('upload:', older.filename, newer.filename);
const read = await Promise.all(
  [older, newer].map(({ id }) =>
    until(
      () => api.getDocument(id),
      ({ text_status }) => text_status != null,
    ),
  ),
);
console.log('wait:', ...read.map(({ processing_status, sheets }) => `${processing_status} ${sheets[0]?.revision}`));
const { data: page } = await api.listDocuments({
  project_id: project.id,
  document_type: 'DRAWING',
  processing_status: 'PROCESSED',
  created_at_start: project.created_at,
  sort_by: api.DocumentOrder.filename,
  sort_order: api.SortOrder.desc,
  size: 1,
  compact: true,
});
console.log('list with filters:', page.total, page.items[0]?.filename, page.items[0]?.document_type);
const { data: created } = await api.createComparison({
  original_document_id: older.id,
  comparison_document_id: newer.id,
});
const { drawing_comparison: comparison } = await until(
  () => api.getComparison(created.drawing_comparison_id),
  ({ drawing_comparison: { status } }) => ['ready', 'failed'].includes(status),
);
const { original_drawing_revision, comparison_drawing_revision } = comparison;
console.log('compare:', comparison.status, original_drawing_revision, comparison_drawing_revision);
const items = comparison.items.filter(({ bounding_box }) => bounding_box.width > 0);
console.log('read items:', ...items.map(({ kind, difference_rating }) => `${kind} ${difference_rating}`));
const { data: found } = await api.search({ query: 'A-101', project_id: project.id });
console.log('search:', found.total, found.items[0]?.type, found.items[0]?.reference);
