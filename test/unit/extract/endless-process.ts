import { writeFileSync } from 'node:fs';
import type { TextJob } from '../../../shared/extract/extract-safely.ts';

/** A reader that never ends: writes its process id to the file that its job names, and loops. */
process.once('message', (job: TextJob) => {
  writeFileSync(Buffer.from(job.bytes).toString(), String(process.pid));
  for (;;);
});
