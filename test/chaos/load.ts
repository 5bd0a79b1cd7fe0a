import { randomUUID } from 'node:crypto';
import { operations } from '../../functions/registry.ts';
import { drawSet } from '../../infra/demo/drawings/index.ts';
import { formOf } from '../support/documents.ts';
import { type Answer, type Api, eventually } from '../support/service.ts';

/** Returns pseudo-random numbers from 0 to 1 that depend on the seed only. */
export const randomOf = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

/** What a client knows of a record that it created. */
interface Known {
  id: string;
  /** Possible values of its title: the last acknowledged one, and those sent since. */
  titles: string[];
  /** Whether it was deleted: `maybe` if there was no response. */
  deleted: 'no' | 'maybe' | 'yes';
}

const DOCUMENTS = '/api/v1/documents';
const TASKS = '/api/v1/tasks';

/** Documents of one client that may be waiting for a worker. */
const MAXIMUM_WAITING = 10;

/** A client that continues through kills: a request without an answer is repeated with its idempotency key. */
export class Client {
  readonly documents: Known[] = [];
  readonly tasks: Known[] = [];
  readonly problems: string[] = [];
  requests = 0;
  unanswered = 0;
  #made = 0;
  readonly #api: () => Promise<Api>;
  readonly #random: () => number;
  readonly #name: string;
  readonly #isOver: () => boolean;
  project = '';

  constructor(name: string, api: () => Promise<Api>, seed: number, isOver: () => boolean) {
    this.#name = name;
    this.#api = api;
    this.#random = randomOf(seed);
    this.#isOver = isOver;
  }

  /** Undefined if there was no answer, or one that asks to retry. */
  async #once(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer | undefined> {
    this.requests++;
    try {
      const answer = await (await this.#api()).call(method, path, body, headers);
      if (answer.status === 500) this.problems.push(`${method} ${path}: 500 ${answer.text.slice(0, 200)}`);
      // 401: the service was restarted with another clock, and the token is from the former one.
      if (answer.status < 500 && answer.status !== 429 && answer.status !== 401) return answer;
    } catch {
      // The service was killed.
    }
    this.unanswered++;
    return undefined;
  }

  /**
   * Repeats until there is an answer; a request that is reported in progress is repeated until its run cannot be alive
   * any more.
   */
  async #surely(method: string, path: string, body: () => unknown): Promise<Answer> {
    const headers = { 'idempotency-key': randomUUID() };
    for (;;) {
      const answer = await this.#once(method, path, body(), headers);
      if (answer && answer.body?.code !== 'request_in_flight') return answer;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }

  async begin(): Promise<void> {
    this.project = (await this.#surely('POST', '/api/v1/projects', () => ({ name: this.#name }))).body.id;
  }

  #pick<T>(from: readonly T[]): T | undefined {
    return from[Math.floor(this.#random() * from.length)];
  }

  /** Whether so many documents wait for a worker that more would only lengthen the queue. */
  async #isBehind(): Promise<boolean> {
    const answer = await this.#once('GET', `${DOCUMENTS}?project_id=${this.project}&size=1&processing_status=QUEUED`);
    return answer?.status !== 200 || answer.body.total > MAXIMUM_WAITING;
  }

  async #create(): Promise<void> {
    if (await this.#isBehind()) return;
    const title = `${this.#name}-${this.#made++}`;
    const former =
      this.#random() < 0.3 ? this.#pick(this.documents.filter(({ deleted }) => deleted === 'no')) : undefined;
    const bytes = new TextEncoder().encode(`${title} `.repeat(50));
    const fields = { title, ...(former && { revision_of: former.id }) };
    const answer = await this.#surely('POST', DOCUMENTS, () => formOf(this.project, bytes, `${title}.txt`, fields));
    if (answer.status === 201) this.documents.push({ id: answer.body.id, titles: [title], deleted: 'no' });
    else if (!former) this.problems.push(`a document was answered ${answer.status}: ${answer.text.slice(0, 200)}`);
  }

  async #createTask(): Promise<void> {
    const title = `${this.#name}-task-${this.#made++}`;
    const document = this.#pick(this.documents.filter(({ deleted }) => deleted === 'no'));
    const body = { title, project_id: this.project, document_ids: document ? [document.id] : [] };
    const answer = await this.#surely('POST', TASKS, () => body);
    if (answer.status === 201) this.tasks.push({ id: answer.body.id, titles: [title], deleted: 'no' });
    else if (answer.status !== 409 && answer.status !== 422)
      this.problems.push(`a task was answered ${answer.status}: ${answer.text.slice(0, 200)}`);
  }

  async #rename(records: readonly Known[], path: string): Promise<void> {
    const known = this.#pick(records.filter(({ deleted }) => deleted === 'no'));
    if (!known) return;
    const title = `${this.#name}-renamed-${this.#made++}`;
    known.titles.push(title);
    const answer = await this.#once('PATCH', `${path}/${known.id}`, { title });
    if (answer?.status === 200) known.titles = [title];
  }

  async #remove(records: readonly Known[], path: string): Promise<void> {
    const known = this.#pick(records.filter(({ deleted }) => deleted === 'no'));
    if (!known || records.length < 5) return;
    known.deleted = 'maybe';
    const answer = await this.#once('DELETE', `${path}/${known.id}`);
    if (answer && answer.status < 300) known.deleted = 'yes';
  }

  async #restore(): Promise<void> {
    const known = this.#pick(this.documents.filter(({ deleted }) => deleted !== 'no'));
    if (!known) return;
    known.deleted = 'maybe';
    const answer = await this.#once('POST', `${DOCUMENTS}/${known.id}/restore`);
    if (answer?.status === 200) known.deleted = 'no';
  }

  /** Any reading operation whose path parameters this client knows. */
  async #read(): Promise<void> {
    const reading = operations
      .map(({ operation }) => operation)
      .filter(({ method, path }) => method === 'GET' && !/token|unsubscribe/.test(path));
    const { path } = this.#pick(reading) ?? { path: '' };
    const ids: Record<string, string | undefined> = {
      document_id: this.#pick(this.documents)?.id,
      id: path.includes('/tasks') ? this.#pick(this.tasks)?.id : this.project,
    };
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? 'nothing');
    await this.#once('GET', `${filled}?project_id=${this.project}&q=renamed`);
  }

  async #report(): Promise<void> {
    await this.#once('POST', '/api/v1/reports', {
      project_id: this.project,
      type: 'document_register',
      format: 'json',
    });
  }

  async run(): Promise<void> {
    const steps: [weight: number, step: () => Promise<void>][] = [
      [4, () => this.#create()],
      [2, () => this.#createTask()],
      [3, () => this.#rename(this.documents, DOCUMENTS)],
      [2, () => this.#rename(this.tasks, TASKS)],
      [1, () => this.#remove(this.documents, DOCUMENTS)],
      [1, () => this.#remove(this.tasks, TASKS)],
      [1, () => this.#restore()],
      [0.3, () => this.#report()],
      [6, () => this.#read()],
    ];
    const total = steps.reduce((sum, [weight]) => sum + weight, 0);
    while (!this.#isOver()) {
      let at = this.#random() * total;
      for (const [weight, step] of steps) {
        at -= weight;
        if (at >= 0) continue;
        await step();
        break;
      }
    }
  }

  /** Uploads a set of drawings that takes a while to process, and waits until a worker processes it. */
  async beginWork(): Promise<void> {
    await eventually(async () => this.project || undefined);
    const title = `${this.#name}-set-${this.#made++}`;
    const set = drawSet({ seed: this.#made, pages: 2, size: 'A3' });
    const { body } = await this.#surely('POST', DOCUMENTS, () => formOf(this.project, set, `${title}.pdf`, { title }));
    this.documents.push({ id: body.id, titles: [title], deleted: 'no' });
    await eventually(async () => {
      const answer = await this.#once('GET', `${DOCUMENTS}/${body.id}`);
      return /^(UPLOADED|QUEUED)$/.test(answer?.body.processing_status ?? 'QUEUED') ? undefined : true;
    });
  }

  /** Compares the service's records with the answers to this client; call it when nothing is in progress. */
  async verify(): Promise<void> {
    const listed = await this.#listed();
    const ids = new Set(listed.map(({ _id }) => _id));
    if (ids.size !== listed.length) this.problems.push('a document is listed twice');
    const known = new Set(this.documents.map(({ id }) => id));
    for (const { _id, title, processing_status } of listed) {
      if (!known.has(_id)) this.problems.push(`document ${_id} (${title}) was never acknowledged and is there`);
      if (!/^(PROCESSED|DUPLICATE)$/.test(processing_status))
        this.problems.push(`document ${_id} is ${processing_status}`);
    }
    for (const document of this.documents) {
      this.#compare('document', document, listed.find(({ _id }) => _id === document.id)?.title);
    }
    for (const task of this.tasks) {
      const { status, body } = await (await this.#api()).call('GET', `${TASKS}/${task.id}`);
      this.#compare('task', task, status === 200 ? body.title : undefined);
    }
  }

  /** Reads all documents of the project, page by page. */
  async #listed(): Promise<{ _id: string; title: string; processing_status: string }[]> {
    const size = 100;
    const listed: { _id: string; title: string; processing_status: string }[] = [];
    for (let page = 1; ; page++) {
      const path = `${DOCUMENTS}?project_id=${this.project}&size=${size}&page=${page}&compact=true`;
      const { items, total } = (await (await this.#api()).call('GET', path)).body;
      listed.push(...items);
      if (page * size < total) continue;
      if (listed.length !== total) this.problems.push(`${listed.length} documents are listed, the total is ${total}`);
      return listed;
    }
  }

  /** @param title as it is stored; undefined if the record is missing */
  #compare(kind: string, { id, titles, deleted }: Known, title: string | undefined): void {
    if (title === undefined && deleted === 'no') this.problems.push(`${kind} ${id} (${titles}) is lost`);
    if (title !== undefined && deleted === 'yes') this.problems.push(`${kind} ${id} was deleted and is there`);
    if (title !== undefined && !titles.includes(title))
      this.problems.push(`${kind} ${id} is called ${title}, not ${titles}`);
  }

  /** Whether all of this client's work is done. */
  async isQuiet(): Promise<boolean> {
    const api = await this.#api();
    for (const status of ['UPLOADED', 'QUEUED', 'PROCESSING']) {
      const { body } = await api.call(
        'GET',
        `${DOCUMENTS}?project_id=${this.project}&size=1&processing_status=${status}`,
      );
      if (body.total !== 0) return false;
    }
    return true;
  }
}
