import { writeFileSync } from 'node:fs';
import { sampleAnswers } from '../support/sample-answers.ts';
import { startService } from '../support/service.ts';

/** `npm run record-answers`: stores the answers about the sample sheets as the examples of the API description. */
const service = await startService();
try {
  const answers = await sampleAnswers(await service.as({ user: 'ann.lee@example.com', organization: 'demo' }));
  writeFileSync('shared/http/openapi/answers.json', `${JSON.stringify(answers, null, 2)}\n`);
} finally {
  await service.end();
}
