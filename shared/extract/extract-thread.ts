import type { TextJob } from './extract-safely.ts';
import { extractText } from './extract-text.ts';
import { answerOnce } from './in-process.ts';

// A process despite its name, which the bundles refer to: a thread out of memory would abort its parent.
answerOnce((job: TextJob) => extractText(job.kind, job.bytes, job.limits));
