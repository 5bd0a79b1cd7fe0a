import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleRevisions } from '../demo/sample-revisions.ts';
import { CommandUsageError, requireFolder, runCommand } from './run-command.ts';

const usage = `Draws a floor plan and its next revision for experiments: A-101.pdf and A-101-B.pdf.

  npm run -s sample -- [FOLDER]    the current folder by default`;

await runCommand(usage, async (args) => {
  const [folder = '.'] = args;
  if (args.length > 1 || folder.startsWith('-')) throw new CommandUsageError('Specify at most one folder');
  requireFolder(folder);
  const { older, newer } = sampleRevisions('sample');
  for (const [name, bytes] of Object.entries({ 'A-101.pdf': older, 'A-101-B.pdf': newer })) {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    console.log(path);
  }
});
