import * as z from 'zod';
import { type DemoClient, DemoError } from './demo-client.ts';

const Made = z.object({ id: z.string() });
const Activities = z.array(z.object({ entity_id: z.string().nullable(), subject: z.string(), status: z.string() }));

const LIMIT_MS = 3 * 60_000;
const POLL_MS = 1500;
const COLLEAGUE = 'lee.parker@example.com';

/**
 * Makes the service send mails to the user of the demonstration and to a colleague, and waits until they are sent.
 * @param comparisonId a comparison whose mail is awaited too
 * @throws DemoError if a mail is not sent within three minutes
 */
export const leaveMails = async (
  client: DemoClient,
  projectId: string,
  comparisonId: string,
  print: (line: string) => void,
): Promise<void> => {
  const task = {
    project_id: projectId,
    title: 'Check the doors of the revised plan',
    description: 'Two of them moved.\nThe schedule has to follow.',
    priority: 'high',
    due_date: new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10),
    assignee_email: COLLEAGUE,
  };
  await client.call('POST', '/api/v1/tasks', Made, task);
  const report = { project_id: projectId, type: 'drawing_register', format: 'pdf' };
  const awaited = [(await client.call('POST', '/api/v1/reports', Made, report)).id, comparisonId];
  for (const started = Date.now(); ; ) {
    const sent = await client.call('GET', `/api/v1/email-activities?project_id=${projectId}&limit=100`, Activities);
    const isSent = (id: string) => sent.some(({ entity_id, status }) => entity_id === id && status !== 'queued');
    if (awaited.every(isSent)) {
      for (const { subject, status } of sent.reverse()) print(`mail ${status.padEnd(9)} ${subject}`);
      return print(`mail to ${COLLEAGUE}: a task was assigned`);
    }
    if (Date.now() - started > LIMIT_MS) throw new DemoError('The mails were not sent within three minutes');
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
};
