import { extractText } from './extract-text.ts';
import { answerOnce, type TextJob } from './in-process.ts';

/** Entry of the process that reads text; `thread` in its name only tells it apart from the code that starts it. */
answerOnce((job: TextJob) => extractText(job.kind, job.bytes, job.limits));
