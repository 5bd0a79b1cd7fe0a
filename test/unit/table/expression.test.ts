import { expect, test } from 'vitest';
import { Expression } from '../../../shared/table/expression.ts';

test('an update has every clause with placeholders, and its conditions joined by AND', () => {
  const expression = new Expression()
    .set('title', 'Plan')
    .set('scale', undefined)
    .remove('error')
    .add('version', 1)
    .subtract('tags', new Set(['a']))
    .exists()
    .equals('status', 'queued')
    .differs('owner', 'ann');
  expect(expression.build()).toEqual({
    UpdateExpression: 'SET #title = :v0 REMOVE #error ADD #version :v1 DELETE #tags :v2',
    ConditionExpression: '(attribute_exists(#pk)) AND (#status = :v3) AND (#owner <> :v4)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    ExpressionAttributeNames: {
      ...{ '#title': 'title', '#error': 'error', '#version': 'version', '#tags': 'tags' },
      ...{ '#pk': 'pk', '#status': 'status', '#owner': 'owner' },
    },
    ExpressionAttributeValues: { ':v0': 'Plan', ':v1': 1, ':v2': new Set(['a']), ':v3': 'queued', ':v4': 'ann' },
  });
});

test('what is not stated is omitted', () => {
  expect(new Expression().build()).toEqual({});
  expect(new Expression().setAll({ title: undefined }).build()).toEqual({});
  expect(new Expression().remove('error').remove('lease').build()).toEqual({
    UpdateExpression: 'REMOVE #error, #lease',
    ExpressionAttributeNames: { '#error': 'error', '#lease': 'lease' },
  });
});

test('conditions on a list of values, a null and an absent attribute', () => {
  const { ConditionExpression, ExpressionAttributeValues } = new Expression()
    .oneOf('status', ['queued', 'running'])
    .isNull('owner')
    .absent()
    .build();
  expect(ConditionExpression).toBe(
    '(#status IN (:v0, :v1)) AND (attribute_type(#owner, :v2)) AND (attribute_not_exists(#pk))',
  );
  expect(ExpressionAttributeValues).toEqual({ ':v0': 'queued', ':v1': 'running', ':v2': 'NULL' });
});
