import { adapter } from '../../../shared/aws/adapters/register.read.ts';
import type { RegisterQuery } from '../../../shared/domain/register/register.ts';
import { environment } from '../../../shared/environment.ts';

/** A process that reads registers for its parent: each message is a request, and each answer has its number. */
const port = adapter(environment());

process.on('message', async ({ number, project, query }: { number: number; project: string; query: RegisterQuery }) => {
  const register = await port.read('o1', project);
  process.send?.({ number, page: register.page(query) });
});
process.on('disconnect', () => process.exit());
process.send?.({ ready: true });
