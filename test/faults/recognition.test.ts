import type { Context } from 'aws-lambda';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { drawScan } from '../../infra/demo/drawings/index.ts';
import { lambdaContext } from '../../infra/local/invoke.ts';
import { Unavailable } from '../../shared/domain/errors.ts';
import { FileError } from '../../shared/domain/files/file-error.ts';
import type { Ports } from '../../shared/ports.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { type Api, type Service, startService } from '../support/service.ts';

/** Nothing but the test starts workers here. */
let service: Service;
let api: Api;
let project: string;
let ports: Pick<Ports, 'documents.read' | 'documents.write' | 'ocr' | 'queue.ocr'>;

beforeAll(async () => {
  service = await startService({}, { idle: true });
  api = await service.as();
  project = await createProject(api);
  const { portsFor } = await import('../../shared/http/provide.ts');
  ports = portsFor(['documents.read', 'documents.write', 'ocr', 'queue.ocr']);
});
afterAll(() => service.end());

const run = async (id: string, document_id: string, attempt = 1): Promise<{ batchItemFailures: unknown[] }> => {
  const { workers } = await import('../../functions/workers/registry.ts');
  const handler = workers.find(({ worker }) => worker.id === id)?.handler as (
    event: unknown,
    context: Context,
  ) => Promise<{ batchItemFailures: unknown[] }>;
  const body = JSON.stringify({ organization_id: 'acme', project_id: project, document_id });
  const attributes = { ApproximateReceiveCount: String(attempt) };
  return handler(
    { Records: [{ messageId: document_id, body, attributes }] },
    lambdaContext(id, 600_000, 'eu-central-1'),
  );
};
let made = 0;
const scanned = async (): Promise<string> => {
  const bytes = await drawScan({ sheet: { size: 'A3', seed: made++ }, dpi: 50 });
  const { id } = (await uploadForm(api, project, bytes, 'scan.pdf')).body;
  expect((await run('process-document', id)).batchItemFailures).toEqual([]);
  return id;
};
const recognising = (recognise: Ports['ocr']['recognise']) => {
  const spy = vi.spyOn(ports.ocr, 'recognise').mockImplementation(recognise);
  onTestFinished(() => spy.mockRestore());
};
const detail = async (id: string) => (await ports['documents.read'].get('acme', id))?.error_detail;

test('a page that text recognition cannot read is said so, and is not tried again', async () => {
  const id = await scanned();
  recognising(() => Promise.reject(new FileError('damaged', 'The image is damaged')));
  expect((await run('recognise-text', id)).batchItemFailures).toEqual([]);
  expect(await detail(id)).toMatchObject({ unread_pages: [1], recognised_pages: 0, recognition_complete: false });
});

test('text recognition that is not available is tried again, and nothing is said of it before', async () => {
  const id = await scanned();
  const before = await detail(id);
  recognising(() => Promise.reject(new Unavailable('throttled')));
  expect((await run('recognise-text', id)).batchItemFailures).toHaveLength(1);
  expect(await detail(id)).toEqual(before);
});
