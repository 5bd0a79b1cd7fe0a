import { writeFileSync } from 'node:fs';
import type { FileJob } from '../../../shared/extract/in-process.ts';

/** A reader that never ends: leaves its process id in the file that its job names, and loops. */
process.once('message', (job: FileJob) => {
  writeFileSync(Buffer.from(job.bytes).toString(), String(process.pid));
  for (;;);
});
