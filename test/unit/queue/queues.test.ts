import { expect, test } from 'vitest';
import { environment } from '../../../shared/environment.ts';
import { readMessage } from '../../../shared/queue/messages.ts';
import { deadLetterName, queues, queueVariable, retryDelaySeconds } from '../../../shared/queue/queues.ts';
import { sliceDeadline, slicesOwner, slicesWaitEnd } from '../../../shared/queue/slices.ts';

const event = (...keys: [string, string][]) =>
  JSON.stringify({ Records: keys.map(([eventName, key]) => ({ eventName, s3: { object: { key } } })) });

test('an S3 event is parsed to the paths of created objects, unescaped', () => {
  const text = event(['ObjectCreated:Put', 'uploads/o1/u1/a+b%2B%C3%A9.pdf'], ['ObjectRemoved:Delete', 'uploads/x']);
  expect(readMessage('upload-events', text)).toEqual(['uploads/o1/u1/a b+é.pdf']);
});

test('an observed arrival is its path, a test event none, and anything else an invalid message', () => {
  expect(readMessage('upload-events', '{"path":"uploads/a+b"}')).toEqual(['uploads/a+b']);
  expect(readMessage('upload-events', '{"Event":"s3:TestEvent"}')).toEqual([]);
  expect(() => readMessage('upload-events', '{"Event":"other"}')).toThrow();
});

test("each further failure waits four times as long, up to SQS's maximum visibility timeout of 12 hours", () => {
  const { retrySeconds } = queues.process;
  expect([1, 2, 3].map((attempt) => retryDelaySeconds('process', attempt))).toEqual([
    retrySeconds,
    4 * retrySeconds,
    16 * retrySeconds,
  ]);
  expect(retryDelaySeconds('process', 50)).toBe(43_200);
});

test('names of dead-letter queues and variables are derived from the queue', () => {
  expect(deadLetterName('upload-events')).toBe('upload-events-dlq');
  expect(queueVariable('upload-events')).toBe('UPLOAD_EVENTS_QUEUE_URL');
});

test('slices wait thirty leases, take units for their time, and each run has an owner of its own', () => {
  const { LEASE_SECONDS, SLICE_SECONDS } = environment();
  expect(slicesWaitEnd(1_000_000)).toBe(1_000_000 + 30 * LEASE_SECONDS * 1000);
  expect(sliceDeadline(1_000_000)).toBe(1_000_000 + SLICE_SECONDS * 1000);
  expect(slicesOwner('a')).not.toBe(slicesOwner('b'));
});
