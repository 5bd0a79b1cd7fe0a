import { expect, test, vi } from 'vitest';
import { handle } from '../../../functions/projects/put-member.ts';
import { Conflict, Unavailable } from '../../../shared/domain/errors.ts';

const now = new Date('2026-03-12T12:00:00Z');

/** Adds a user who is not a member at the beginning; `after` says whether they are one after the failure. */
const put = async (failure: Error, after: boolean) => {
  const member = { project_id: 'p', user_id: 'u', name: 'Ann', email: null, record_version: 2 };
  const get = vi
    .fn()
    .mockResolvedValueOnce(undefined)
    .mockResolvedValue(after ? member : undefined);
  const change = vi.fn().mockResolvedValue(member);
  const request = {
    ...{ params: { id: 'p', user_id: 'u' }, body: { name: 'Ann', email: null }, caller: { organizationId: 'o' } },
    ...{
      projects: { allows: async () => true, visible: async () => 'all', visibleProject: async () => ({}) },
      now,
      newId: () => 'w',
    },
  };
  const ports = {
    'projects.read': { get: async () => ({ id: 'p' }) },
    'members.read': { get },
    'members.write': { change, create: () => Promise.reject(failure) },
  };
  const answer = await handle(request as never, ports as never).catch((error: unknown) => error);
  return { answer, changes: change.mock.calls.length };
};

test('a user added by another request meanwhile is updated; other errors are thrown', async () => {
  const conflict = new Conflict('It stands', 'version_conflict');
  expect(await put(conflict, true)).toMatchObject({ answer: { status: 200 }, changes: 1 });
  expect(await put(conflict, false)).toEqual({ answer: conflict, changes: 0 });
  const down = new Unavailable('The table is busy', 1);
  expect(await put(down, true)).toEqual({ answer: down, changes: 0 });
});
