import { readFile, writeFile } from 'node:fs/promises';
import { answerOnce } from '../../extract/in-process.ts';
import { addClouds } from './cloud-annotations.ts';
import type { CloudsJob } from './clouded-pdf.ts';

answerOnce(async ({ source, target, clouds }: CloudsJob) => {
  const pdf = await addClouds(await readFile(source), clouds);
  await writeFile(target, pdf);
  return { bytes: pdf.length };
});
