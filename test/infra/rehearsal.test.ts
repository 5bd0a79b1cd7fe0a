import { expect, test } from 'vitest';
import { creationProblems, deletionProblems, updateProblems } from './rehearsal/check.ts';
import type { DeployedStack, Template, TemplateResource } from './rehearsal/template.ts';

const stack = (name: string, after: string[], Resources: Template['Resources'], rest: Partial<Template> = {}) => ({
  name,
  region: 'eu-central-1',
  after,
  terminationProtection: false,
  template: { Resources, ...rest },
});
const table = (more: Partial<TemplateResource> = {}): TemplateResource => ({
  Type: 'AWS::DynamoDB::Table',
  Properties: { KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }] },
  DeletionPolicy: 'Delete',
  ...more,
});
const exporting = { Outputs: { Name: { Value: { Ref: 'Table' }, Export: { Name: 'table-name' } } } };
const reader: TemplateResource = {
  Type: 'AWS::Lambda::Function',
  Properties: { FunctionName: 'reader', Environment: { Variables: { TABLE: { 'Fn::ImportValue': 'table-name' } } } },
};
const data = stack('data', [], { Table: table() }, exporting);
const workers = stack('workers', ['data'], { Reader: reader });
const sound: readonly DeployedStack[] = [data, workers];

test('compatible stacks have no problems when deployed, redeployed and deleted', () => {
  expect(creationProblems(sound)).toEqual([]);
  expect(updateProblems(sound, sound)).toEqual([]);
  expect(deletionProblems(sound)).toEqual([]);
});

test('an import requires an earlier stack that exports the value', () => {
  expect(creationProblems([stack('data', [], { Table: table() }), workers])).toEqual([
    'workers imports table-name, which no stack before it in eu-central-1 exports',
  ]);
  expect(creationProblems([data, { ...workers, after: [] }])).toEqual([
    'workers imports table-name, which no stack before it in eu-central-1 exports',
  ]);
  expect(creationProblems([data, { ...workers, region: 'us-east-1' }])).toHaveLength(1);
  expect(creationProblems([workers, data])).toContain('workers is deployed before data, which it needs');
});

test('references and dependencies lead to resources of their own stack', () => {
  const broken: TemplateResource = {
    Type: 'AWS::SNS::Topic',
    Properties: {
      KmsMasterKeyId: { 'Fn::GetAtt': ['Key', 'Arn'] },
      TopicName: { 'Fn::Sub': `\${AWS::Region}-\${Gone}` },
    },
    DependsOn: ['Policy'],
  };
  expect(creationProblems([stack('one', [], { Topic: broken })]).sort()).toEqual(
    ['Gone', 'Key', 'Policy'].map((id) => `one refers to ${id}, which it does not have`),
  );
});

test('a fixed name occurs once, and its resource is not retained when its creation fails', () => {
  const group = (DeletionPolicy: string): TemplateResource => ({
    Type: 'AWS::Logs::LogGroup',
    Properties: { LogGroupName: '/access' },
    DeletionPolicy,
  });
  expect(creationProblems([stack('one', [], { Log: group('Retain') })])).toEqual([
    'one Log is kept by the fixed name /access, which blocks a retry',
  ]);
  expect(creationProblems([stack('one', [], { Log: group('RetainExceptOnCreate') })])).toEqual([]);
  expect(creationProblems([stack('one', [], { Log: group('Delete'), Again: group('Delete') })])).toEqual([
    'the name of AWS::Logs::LogGroup /access stands twice',
  ]);
});

test('limits of CloudFormation and Lambda are checked', () => {
  const many = Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`Topic${i}`, { Type: 'AWS::SNS::Topic' }]));
  expect(creationProblems([stack('one', [], many)])).toEqual(['one has 501 resources, of at most 500']);
  const wordy = { ...reader, Properties: { Environment: { Variables: { TEXT: 'x'.repeat(4096) } } } };
  expect(creationProblems([stack('one', [], { Wordy: wordy })])).toEqual([
    'one Wordy has 4107 environment, of at most 4096',
  ]);
});

test('an imported export may neither be removed nor changed', () => {
  const dropped = [stack('data', [], { Table: table() }), stack('workers', ['data'], {})];
  expect(updateProblems(sound, dropped)).toEqual(['data would drop the export table-name, which workers imports']);
  const changed = { Outputs: { Name: { Value: 'another', Export: { Name: 'table-name' } } } };
  expect(updateProblems(sound, [stack('data', [], { Table: table() }, changed), workers])).toEqual([
    'data would change the export table-name, which workers imports',
  ]);
});

test('stateful resources are neither replaced nor removed', () => {
  const keyed = table({ Properties: { KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }] } });
  expect(updateProblems(sound, [stack('data', [], { Table: keyed }, exporting), workers])).toEqual([
    'data Table (AWS::DynamoDB::Table) would be replaced: KeySchema changes',
  ]);
  const renamed = { Outputs: { Name: { Value: { Ref: 'Table' }, Export: { Name: 'table-name' } } } };
  expect(updateProblems(sound, [stack('data', [], { Other: table() }, renamed), workers])).toEqual([
    'data Table (AWS::DynamoDB::Table) would be removed',
  ]);
});

test('a fixed name cannot move to another resource or stack while the former one has it', () => {
  const moved = [data, stack('workers', ['data'], {}), stack('others', ['data'], { Reader: reader })];
  expect(updateProblems(sound, moved)).toEqual([
    'others Reader takes the name reader (AWS::Lambda::Function), which workers Reader still has',
  ]);
});

test('a preview is deleted completely', () => {
  const kept = stack('data', [], { Table: table({ DeletionPolicy: 'RetainExceptOnCreate' }) });
  expect(deletionProblems([kept])).toEqual(['data Table (AWS::DynamoDB::Table) stays behind']);
  expect(deletionProblems([{ ...data, terminationProtection: true }])).toEqual(['data is protected from deletion']);
  const guarded = table({ Properties: { DeletionProtectionEnabled: true } });
  expect(deletionProblems([stack('data', [], { Table: guarded })])).toEqual(['data Table is protected from deletion']);
});
