import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentMessage } from '../../../shared/aws/clients/sent-message.ts';

test('an organization that is a valid message group is used as such', () => {
  expect(sentMessage({ a: 1 }, 'acme')).toEqual({ MessageBody: '{"a":1}', MessageGroupId: 'acme' });
  expect(sentMessage({ a: 1 }, undefined)).toEqual({ MessageBody: '{"a":1}' });
});

test('any organization has a valid message group, different ones have different groups, and its body can be parsed', () => {
  const name = fc.string({ unit: 'grapheme', maxLength: 200 });
  fc.assert(
    fc.property(name, name, (one, other) => {
      const sent = sentMessage({ organization_id: one }, one);
      expect(sent.MessageGroupId).toMatch(/^[A-Za-z0-9!-/:-@[-`{-~]{1,128}$/);
      expect(sent.MessageBody).not.toMatch(/[\ufffe\uffff]/);
      expect(JSON.parse(sent.MessageBody)).toEqual({ organization_id: one });
      expect(sentMessage({}, other).MessageGroupId === sent.MessageGroupId).toBe(one === other);
    }),
    {
      examples: [
        ['Müller Bau GmbH', 'Müller  Bau GmbH'],
        ['\ufffe', '\uffff'],
        ['ö'.repeat(128), 'ö'.repeat(127)],
        ['', ' '],
      ],
    },
  );
});
