import { expect, test } from 'vitest';
import { oneAddress } from '../../../shared/domain/mail/address.ts';
import { modesOf } from '../../../shared/domain/mail/mail-preferences.ts';
import { activityOfTags, mailTags } from '../../../shared/domain/mail/mail-tags.ts';
import { NOTIFICATION_TYPES } from '../../../shared/domain/mail/mail-values.ts';
import { placeOf, readPlaceholders, replacePlaceholders } from '../../../shared/domain/mail/placeholders.ts';
import { endedModes, modeOf, subscriberOf } from '../../../shared/domain/mail/subscription.ts';

test('types without a preference are sent immediately, those of uploads once per batch', () => {
  const { document_processed, document_failed, ...others } = modesOf(undefined);
  expect([document_processed, document_failed]).toEqual(['batch', 'batch']);
  expect(new Set(Object.values(others))).toEqual(new Set(['immediate']));
  const modes = modesOf({ modes: { task_due: 'off', report_ready: 'digest' } });
  expect(Object.keys(modes)).toEqual([...NOTIFICATION_TYPES]);
  expect([modes.task_due, modes.report_ready, modes.task_assigned]).toEqual(['off', 'digest', 'immediate']);
});

test('unsubscribing ends one type, a digest every type that it contains', () => {
  const record = { modes: { task_due: 'digest', report_ready: 'digest', task_updated: 'immediate' } } as const;
  expect(endedModes(undefined, { mails: 'task_due' })).toEqual({ task_due: 'off' });
  expect(endedModes(record, { mails: 'task_due' })).toEqual({ ...record.modes, task_due: 'off' });
  const ended = { task_due: 'off', report_ready: 'off', task_updated: 'immediate' };
  expect(endedModes(record, { mails: 'digest' })).toEqual(ended);
  const documents = { document_processed: 'off', document_failed: 'off' };
  expect(endedModes(undefined, { mails: 'batch' })).toEqual(documents);
  expect(endedModes(undefined, { mails: 'digest' })).toEqual({});
  expect(endedModes(undefined, { mails: 'digest', types: ['task_due'] })).toEqual({ task_due: 'off' });
});

test('an unsubscribed address gets nothing; otherwise the user decides', () => {
  const [off, digest] = [{ modes: { task_due: 'off' } }, { modes: { task_due: 'digest' } }] as const;
  expect(modeOf('task_due', digest, undefined)).toBe('digest');
  expect(modeOf('task_due', digest, off)).toBe('off');
  expect(modeOf('task_due', off, digest)).toBe('off');
  expect(modeOf('task_due', undefined, digest)).toBe('immediate');
});

test('preferences belong to the identity, or else to the address in any spelling', () => {
  expect(subscriberOf({ id: 'u1', address: 'A@x.example' })).toBe('u1');
  expect(subscriberOf({ id: null, address: 'Ann@X.example' })).toBe('mailto:ann@x.example');
});

test('an event finds its record by the tags, and none if one is missing', () => {
  const record = { organization_id: 'Zürich #1', id: 'a-1' };
  const { organization, activity } = mailTags(record);
  expect(organization).toMatch(/^[\w-]+$/);
  expect(activityOfTags({ organization: [organization], activity: [activity] })).toEqual(record);
  expect(activityOfTags({ organization: [organization] })).toBeUndefined();
  expect(activityOfTags({ activity: [activity] })).toBeUndefined();
  expect(activityOfTags({ organization: [], activity: [''] })).toBeUndefined();
});

test('placeholders are replaced once, and inserted values are not expanded', () => {
  const text = 'a {{ one }}{{two}} b';
  expect(readPlaceholders(text)).toEqual({
    placeholders: [
      { name: 'one', start: 2, end: 11 },
      { name: 'two', start: 11, end: 18 },
    ],
    faults: [],
  });
  expect(replacePlaceholders(text, ({ name }) => `<{{${name}}}>`)).toBe('a <{{one}}><{{two}}> b');
  expect(readPlaceholders('{{one}}} {{two}}')).toMatchObject({ placeholders: [{ name: 'two' }], faults: [{ at: 0 }] });
  const [excerpt, tripled] = ['{{1st}} and twenty more', '{{one}}} {{two}}'].map(
    (faulty) => readPlaceholders(faulty).faults[0]?.msg,
  );
  expect(excerpt).toMatch(/^"\{\{1st\}\} and twenty m" is not a placeholder/);
  expect(tripled).toMatch(/^"\{\{one\}\}\}" is not a placeholder/);
  expect(readPlaceholders('{{ {{one}}').faults.map(({ at }) => at)).toEqual([0]);
});

test.each([
  [0, 'line 1, column 1'],
  [2, 'line 1, column 3'],
  [4, 'line 2, column 1'],
  [6, 'line 2, column 3'],
])('offset %d is %s', (at, place) => {
  expect(placeOf('abc\ndef', at)).toBe(place);
});

test.each(['ann@x.example', null, 'Ann <ann@x.example>', 'a@x.example,b@x.example', `${'a'.repeat(250)}@x.example`])(
  '%s is one address, or none',
  (text) => {
    expect(oneAddress(text)).toBe(text === 'ann@x.example' ? text : undefined);
  },
);
