import * as z from 'zod';
import { DemoClient, DemoError } from './demo-client.ts';
import { runDemo } from './run-demo.ts';
import type { DemoFile } from './upload-demo-file.ts';

const Health = z.object({ status: z.literal('ok'), version: z.string() });
const Refused = z.object({ detail: z.string(), code: z.literal('token_missing') });

const ask = async <S extends z.ZodType>(url: string, status: number, answer: S): Promise<z.output<S>> => {
  const response = await fetch(url);
  const text = await response.text();
  if (response.status !== status) throw new DemoError(`${url} answered ${response.status} and not ${status}: ${text}`);
  const parsed = answer.safeParse(JSON.parse(text));
  if (!parsed.success) throw new DemoError(`${url} returned an unexpected body: ${text.slice(0, 300)}`);
  return parsed.data;
};

/**
 * Checks that a deployed service performs its main functions: it is up, rejects requests without a token, and completes
 * the steps of the demonstration in a separate project, which is removed afterwards.
 *
 * @param token of an organization's administrator
 * @throws DemoError at the first step with an unexpected result
 */
export const runSmoke = async (
  baseUrl: string,
  token: string,
  files: readonly DemoFile[],
  folder: string,
  print: (line: string) => void,
): Promise<void> => {
  const { version } = await ask(`${baseUrl}/api/public/health`, 200, Health);
  print(`version ${version} answers at ${baseUrl}`);
  await ask(`${baseUrl}/api/v1/projects`, 401, Refused);
  const client = new DemoClient(baseUrl, token);
  let projectId: string | undefined;
  const onProject = (id: string) => {
    projectId = id;
  };
  try {
    await runDemo(client, files, folder, print, onProject);
  } finally {
    if (projectId !== undefined) {
      const url = `${baseUrl}/api/v1/projects/${projectId}?cascade=true`;
      const { status } = await fetch(url, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
      print(status === 204 ? 'the project is removed' : `the project ${projectId} was not removed: ${status}`);
    }
  }
};
