import { expect, test } from 'vitest';
import { projectAccess } from '../../../shared/http/project-access.ts';
import { caller } from '../../operations/support/register-world.ts';
import { MemoryMemberships } from './support/memory-ports.ts';

const member = { ...caller, roles: ['member' as const] };
const memberships = () => {
  const known = new MemoryMemberships();
  known.projects.set(`${member.organizationId}/${member.subject}`, new Set(['p1', 'p2']));
  return known;
};

test('a membership is read once for each project of a request', async () => {
  const known = memberships();
  const access = projectAccess(member, known);
  const projects = ['p1', 'p3', 'p1', 'p3', 'p2'];
  expect(await Promise.all(projects.map(access.allows))).toEqual([true, false, true, false, true]);
  expect(known.asked).toBe(3);
  expect(await access.visible()).toEqual(new Set(['p1', 'p2']));
});

test('a caller who reaches every project needs no membership, only an existing project', async () => {
  const known = memberships();
  known.deleted.add('p4');
  const access = projectAccess({ ...caller, roles: ['org_admin'] }, known);
  expect([await access.allows('p3'), await access.allows('p4'), await access.visible()]).toEqual([true, false, 'all']);
});
