import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { type DemoClient, DemoError, fetchBytes } from './demo-client.ts';
import { type DemoDocument, waitForAll } from './progress.ts';
import { type DemoFile, uploadDemoFile } from './upload-demo-file.ts';

const Project = z.object({ id: z.string(), name: z.string() });
const Page = z.object({
  total: z.number(),
  items: z.array(
    z.object({ id: z.string(), full_image_url: z.string().optional(), thumbnail_url: z.string().optional() }),
  ),
});
const Hits = z.array(z.object({ _id: z.string(), filename: z.string(), title: z.string().nullable() }));
const Link = z.object({ download_url: z.string(), expires_at: z.string() });

/** Final states of a success: read, stored without reading, or a duplicate. */
const GOOD = new Set(['PROCESSED', 'ACCEPTED', 'DUPLICATE']);

const isPng = (bytes: Uint8Array): boolean => bytes[0] === 0x89 && bytes[1] === 0x50 && bytes.length > 100;

const printDocument = (document: DemoDocument, print: (line: string) => void): void => {
  print(`\n${document.filename}: ${document.processing_status}${document.error ? `, ${document.error}` : ''}`);
  print(`  title      ${document.title ?? '(none)'}`);
  print(`  reference  ${document.document_reference ?? '(none)'}   revision ${document.revision ?? '(none)'}`);
  print(`  text       ${document.content?.length ?? 0} characters in ${document.chunks_count} chunks`);
  for (const sheet of document.sheets.filter(({ sheet_number }) => sheet_number !== null).slice(0, 20)) {
    print(
      `  page ${String(sheet.page).padStart(3)}   ${sheet.sheet_number}  ${sheet.title ?? ''}  ${sheet.revision ?? ''}`,
    );
  }
};

const isPictured = ({ file_handling_tier, processing_status }: DemoDocument): boolean =>
  processing_status === 'PROCESSED' && ['FULL', 'PREVIEW_ONLY'].includes(file_handling_tier ?? '');

/**
 * Saves the first page of each document that has pages, and returns their number. Office files and texts have none.
 * @throws DemoError for a document with pages but no image
 */
const savePictures = async (client: DemoClient, projectId: string, documents: DemoDocument[], folder: string) => {
  await mkdir(folder, { recursive: true });
  const pictured = new Set(documents.filter(isPictured).map(({ _id }) => _id));
  let saved = 0;
  for (let page = 1; saved < pictured.size; page++) {
    const path = `/api/v1/documents?project_id=${projectId}&size=100&page=${page}&compact=true`;
    const { items } = await client.call('GET', path, Page);
    if (items.length === 0) throw new DemoError('The list does not contain every document');
    for (const { id, full_image_url } of items.filter((item) => pictured.has(item.id))) {
      if (full_image_url === undefined) throw new DemoError(`Document ${id} has no page image`);
      const picture = await fetchBytes(full_image_url);
      if (!isPng(picture)) throw new DemoError(`The page image of document ${id} is not a picture`);
      await writeFile(join(folder, `${id}.png`), picture);
      saved++;
    }
  }
  return saved;
};

/** Returns a word to search for, from the title of a document that has one. */
const wordOf = (documents: readonly DemoDocument[]): string | undefined => {
  const words = documents.flatMap(({ title, document_reference }) => (title ?? document_reference ?? '').split(/\W+/));
  return words.sort((a, b) => b.length - a.length).find((word) => word.length > 2);
};

/**
 * Runs the main functions step by step: project, upload, processing, extracted data, search, download.
 *
 * @returns a link to the first file, which works for anyone who has it: for the screen, not for a log
 * @param onProject receives the id of the project as soon as it exists
 * @throws DemoError at the first step with an unexpected result
 */
export const runDemo = async (
  client: DemoClient,
  files: readonly DemoFile[],
  folder: string,
  print: (line: string) => void,
  onProject: (id: string) => void = () => {},
): Promise<{ filename: string; url: string; expiresAt: string } | undefined> => {
  const name = `Demo of ${files.length} files`;
  const project = await client.call('POST', '/api/v1/projects', Project, { name });
  onProject(project.id);
  print(`project ${project.id}: ${project.name}`);

  const ids: string[] = [];
  for (const file of files) {
    ids.push(await uploadDemoFile(client, project.id, file));
    print(`uploaded ${file.name} (${(file.bytes.length / 1e6).toFixed(2)} MB)`);
  }
  const documents = await waitForAll(client, project.id, ids, print);
  for (const document of documents) printDocument(document, print);
  const failed = documents.filter(({ processing_status }) => !GOOD.has(processing_status));
  if (failed.length > 0) throw new DemoError(`Not processed: ${failed.map(({ filename }) => filename).join(', ')}`);

  const pictures = await savePictures(client, project.id, documents, folder);
  print(`\n${pictures} page images in ${folder}`);

  const word = wordOf(documents);
  if (word === undefined) {
    print('No document states a title, so there is nothing to search for');
  } else {
    const path = `/api/v1/documents/search?project_id=${project.id}&query=${encodeURIComponent(word)}`;
    const hits = await client.call('GET', path, Hits);
    if (hits.length === 0) throw new DemoError(`A search for "${word}" found nothing`);
    print(`search "${word}": ${hits.length} hits, the first is ${hits[0]?.filename} (${hits[0]?.title})`);
  }

  const [first] = documents;
  const original = files[0];
  if (!first || !original) return undefined;
  const link = await client.call('GET', `/api/v1/documents/${first._id}/download`, Link);
  const bytes = await fetchBytes(link.download_url);
  if (Buffer.compare(bytes, original.bytes) !== 0)
    throw new DemoError('The download is not the file that was uploaded');
  print(`${first.filename} was downloaded, byte for byte`);
  return { filename: first.filename, url: link.download_url, expiresAt: link.expires_at };
};
