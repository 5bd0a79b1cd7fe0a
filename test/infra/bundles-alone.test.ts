import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../infra/build/root.ts';
import { drawScan, reviseSheet } from '../../infra/demo/drawings/index.ts';
import { serveHttp } from '../local/support.ts';
import { createProject, uploadForm } from '../support/documents.ts';
import { type Api, type Service, startService } from '../support/service.ts';
import { bundlesOfAll } from './assembly.ts';

const MOST_DELIVERIES = 3;
const READ_BY_TEXTRACT = 'RECOGNISED HEADING';

/** Fakes of Textract and Bedrock for the service's requests; the recogniser finds one line in each image. */
const answerModels = async (request: IncomingMessage, response: ServerResponse) => {
  const asked = (await json(request)) as { Document?: { Bytes: string } };
  const words = READ_BY_TEXTRACT.split(' ').map((Text, i) => ({
    ...{ Id: `w${i}`, BlockType: 'WORD', Text, Confidence: 99 },
    Geometry: { BoundingBox: { Left: 0.1 + 0.16 * i, Top: 0.1, Width: 0.15, Height: 0.02 } },
  }));
  const blocks = [
    { Id: 'l', BlockType: 'LINE', Relationships: [{ Type: 'CHILD', Ids: words.map(({ Id }) => Id) }] },
    ...words,
  ];
  const embedding = Array.from({ length: 512 }, (_, i) => (i === 0 ? 1 : 0));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(asked.Document ? { Blocks: blocks } : { embedding }));
};

/** Calls the handler of the bundle in the working directory with the event from standard input. */
const caller = `
  import { text } from 'node:stream/consumers';
  import { pathToFileURL } from 'node:url';
  const event = JSON.parse(await text(process.stdin));
  const { handler } = await import(pathToFileURL(process.cwd() + '/index.mjs'));
  const context = { awsRequestId: crypto.randomUUID(), functionName: 'alone', getRemainingTimeInMillis: () => 600_000 };
  process.stdout.write('\\n' + JSON.stringify(await handler(event, context)) + '\\n', () => process.exit(0));`;

describe('a bundle alone in a folder, with only the environment variables of its function', () => {
  const folder = mkdtempSync(join(tmpdir(), 'alone-'));
  let service: Service;
  let environment: Record<string, string>;
  let api: Api;
  let sqs: SQSClient;
  let project: string;
  let documents: string[];

  /** Runs a bundle as Lambda does: without this project above it, and without this machine's environment. */
  const run = async (id: string, event: unknown) => {
    const calling = promisify(execFile)(process.execPath, ['--input-type=module', '-e', caller], {
      cwd: join(folder, id),
      env: environment,
    });
    calling.child.stdin!.end(JSON.stringify(event));
    const { stdout } = await calling;
    const lines = stdout.trim().split('\n');
    return { answer: JSON.parse(lines.pop()!), log: lines.join('\n') };
  };

  /** Delivers a queue's messages to a bundle, including those that it sends itself, until none is left. */
  const drain = async (queue: string, id: string): Promise<number> => {
    const QueueUrl = environment[`${queue.toUpperCase()}_QUEUE_URL`];
    for (let handled = 0; ; handled++) {
      const { Messages: [message] = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MessageSystemAttributeNames: ['All'] }),
      );
      if (!message) return handled;
      const { MessageId: messageId, Body: body, Attributes: attributes } = message;
      const event = { Records: [{ messageId, body, attributes, messageAttributes: {} }] };
      for (let delivery = 1; ; delivery++) {
        const { answer, log } = await run(id, event);
        if (answer.batchItemFailures.length === 0) break;
        // A connection may time out on a busy machine; the queue would deliver the message again.
        expect(delivery, log).toBeLessThan(MOST_DELIVERIES);
      }
      await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: message.ReceiptHandle }));
    }
  };

  beforeAll(async () => {
    for (const { id, folder: from } of await bundlesOfAll()) {
      if (['process-document', 'recognise-text', 'compare-drawings', 'build-report', 'get-document'].includes(id)) {
        cpSync(from, join(folder, id), { recursive: true });
      }
    }
    const models = await serveHttp(answerModels, afterAll);
    service = await startService({}, { idle: true });
    environment = {
      ...service.environment,
      LOG_LEVEL: 'error',
      AWS_ENDPOINT_URL_TEXTRACT: models,
      AWS_ENDPOINT_URL_BEDROCK_RUNTIME: models,
    };
    sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
    api = await service.as();
    project = await createProject(api);
    const { v1, v2 } = reviseSheet({ sheet: { seed: 'alone', kind: 'floor-plan', size: 'A3' }, count: 2, seed: 1 });
    const scan = await drawScan({ seed: 'alone', sheet: { seed: 'alone', size: 'A3' }, dpi: 100 });
    documents = [];
    for (const [bytes, name] of [
      [v1, 'old.pdf'],
      [v2, 'new.pdf'],
      [scan, 'scan.pdf'],
    ] as const) {
      documents.push((await uploadForm(api, project, bytes, name)).body.id);
    }
  });
  afterAll(async () => {
    sqs?.destroy();
    await service?.end();
    rmSync(folder, { recursive: true, force: true });
  });

  test('processes, recognises, compares and answers', async () => {
    expect(await drain('process', 'process-document')).toBeGreaterThanOrEqual(3);
    expect(await drain('ocr', 'recognise-text')).toBeGreaterThanOrEqual(1);
    const records = await Promise.all(
      documents.map(async (id) => (await api.call('GET', `/api/v1/documents/${id}`)).body),
    );
    expect(records.map(({ processing_status }) => processing_status)).toEqual(Array(3).fill('PROCESSED'));
    expect(records[0].content).toMatch(/\w/);
    expect(records[2].content).toContain(READ_BY_TEXTRACT);

    const [original_document_id, comparison_document_id] = documents;
    const asked = { original_document_id, comparison_document_id };
    const { id } = (await api.call('POST', '/api/v1/drawing-comparisons', asked)).body;
    expect(await drain('compare', 'compare-drawings')).toBeGreaterThanOrEqual(1);
    const compared = (await api.call('GET', `/api/v1/drawing-comparisons/${id}`)).body.drawing_comparison;
    expect(compared.status).toBe('ready');

    const reported = { project_id: project, type: 'drawing_register', format: 'pdf' };
    const report = (await api.call('POST', '/api/v1/reports', reported)).body.id;
    expect(await drain('reports', 'build-report')).toBeGreaterThanOrEqual(1);
    const made = (await api.call('GET', `/api/v1/reports/${report}`)).body;
    expect([made.status, made.error, made.row_count > 0]).toEqual(['ready', null, true]);

    const event = JSON.parse(readFileSync(join(root, 'events/get-document.json'), 'utf8'));
    const headers = { ...event.headers, authorization: `Bearer ${await service.token()}` };
    const { answer } = await run('get-document', { ...event, headers, pathParameters: { document_id: documents[2] } });
    expect([answer.statusCode, JSON.parse(answer.body)._id]).toEqual([200, documents[2]]);
  });
});
