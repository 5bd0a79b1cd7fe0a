import { expect, test } from 'vitest';
import { NO_ORGANIZATION } from '../../../shared/domain/access/no-organization.ts';
import type { Agent, AgentRecord } from '../../../shared/domain/agents/agent.ts';
import { appWideAgents, metadataOf } from '../../../shared/domain/agents/export.ts';

const task = (task_id: string) => ({
  ...{ task_id, name: task_id, description: '' },
  ...{ input_schema: {}, output_schema: {}, workflows: [] },
});
const agent = (id: string, ...tasks: string[]): Agent => ({
  ...{ id, title: `Agent ${id}`, description: 'Reads', type: 'pipeline' },
  tasks: tasks.map(task),
});
const stored = (of: Agent, more: Partial<AgentRecord> = {}) =>
  ({
    ...of,
    ...{ organization_id: NO_ORGANIZATION, project_id: null },
    tasks: of.tasks.map((each) => ({ ...each, organization_id: null, project_id: null })),
    ...more,
  }) as AgentRecord;

test('stored agents follow those of the service, sorted by id', () => {
  const built = [agent('z'), agent('m')];
  const loaded = [stored(agent('b', 'one')), stored(agent('a'))];
  expect(appWideAgents(built, loaded)).toEqual([agent('z'), agent('m'), agent('a'), agent('b', 'one')]);
});

test('a stored agent with the id of one of the service is left out', () => {
  expect(appWideAgents([agent('a')], [stored({ ...agent('a'), title: 'Other' })])).toEqual([agent('a')]);
});

test('agents and tasks of an organization or a project are left out', () => {
  const own = [
    stored(agent('a'), { organization_id: 'acme' }),
    stored(agent('b'), { project_id: 'harbour' }),
    stored(agent('c', 'shared', 'of-acme', 'of-harbour')),
  ];
  Object.assign(own[2]!.tasks[1]!, { organization_id: 'acme' });
  Object.assign(own[2]!.tasks[2]!, { project_id: 'harbour' });
  expect(appWideAgents([], own)).toEqual([agent('c', 'shared')]);
});

test('the metadata counts agents and their tasks', () => {
  const now = new Date('2026-11-22T09:41:00.000Z');
  expect(metadataOf([agent('a', 'one', 'two'), agent('b', 'three')], now)).toMatchObject({
    exported_at: '2026-11-22T09:41:00.000Z',
    total_agents: 2,
    total_tasks: 3,
  });
});
