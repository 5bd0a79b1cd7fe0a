import { createProject, uploadForm } from '../../support/documents.ts';
import type { Api } from '../../support/service.ts';
import { eventually } from '../../support/service.ts';
import type { BenchFile } from './files.ts';
import { peakWhile } from './memory.ts';

interface Item {
  _id: string;
  filename: string;
  processing_status: string;
}

/** Reads page after page, so that duplicates and omissions can come only from the register. */
const everyItem = async (api: Api, project: string, query = ''): Promise<Item[]> => {
  const items: Item[] = [];
  for (let page = 1; ; page++) {
    const at = `/api/v1/documents?project_id=${project}&size=100&page=${page}&compact=true&include_images=false${query}`;
    const { body } = await api.call('GET', at);
    items.push(...body.items);
    if (!body.has_more) return items;
  }
};

/** Uploads all files, each client one after the other; then waits until no document is being processed. */
export const uploadMany = async (clients: readonly Api[], files: readonly BenchFile[], pid: number) => {
  const [owner] = clients as [Api];
  const project = await createProject(owner, 'Many documents');
  const started = performance.now();
  const ids: string[] = [];
  const work = async () => {
    const left = [...files];
    const client = async (api: Api) => {
      for (let file = left.shift(); file; file = left.shift()) {
        const { status, text, body } = await uploadForm(api, project, file.bytes, file.name);
        if (status !== 201) throw new Error(`${file.name} was answered ${status}: ${text}`);
        ids.push(body.id);
      }
    };
    await Promise.all(clients.map(client));
    const accepted = (performance.now() - started) / 1000;
    const busy = '&processing_status=QUEUED,PROCESSING,UPLOADED,PENDING';
    await eventually(async () => (await everyItem(owner, project, busy)).length === 0 || undefined, 600);
    return { accepted, finished: (performance.now() - started) / 1000 };
  };
  const { result, peak } = await peakWhile(pid, work);

  const items = await everyItem(owner, project);
  const listed = new Set(items.map(({ _id }) => _id));
  const names = new Set(items.map(({ filename }) => filename));
  const states: Record<string, number> = {};
  for (const { processing_status } of items) states[processing_status] = (states[processing_status] ?? 0) + 1;
  const lost = ids.filter((id) => !listed.has(id)).length;
  const twice = items.length - names.size;
  const open = items.filter(
    ({ processing_status }) => !/^(PROCESSED|DUPLICATE|FAILED)$/.test(processing_status),
  ).length;
  if (lost + twice + open > 0 || items.length !== files.length) {
    throw new Error(`${items.length} documents: ${lost} lost, ${twice} twice, ${open} without an end`);
  }
  return { documents: items.length, clients: clients.length, states, lost, twice, ...result, peak_memory: peak };
};
