import { expect, test } from 'vitest';
import { withoutAbsentLinks } from '../../../shared/mail/absent-links.ts';
import { builtInTemplates } from '../../../shared/mail/built-in/built-in-templates.ts';

test('the markup around a missing link is removed, and nothing else', () => {
  const texts = {
    subject: 'x',
    body: 'Report: {{report_url}}\nTitle: {{title}}\n--\nUnsubscribe: {{unsubscribe_url}}',
    html_body:
      '<p>{{title}} <a href="{{report_url}}">Open</a> <a style="x" href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
  };
  expect(withoutAbsentLinks(texts, { report_url: 'https://example.com/r' })).toEqual({
    subject: 'x',
    body: 'Report: {{report_url}}\nTitle: {{title}}\n--',
    html_body: '<p>{{title}} <a href="{{report_url}}">Open</a> </p>',
  });
});

test('built-in mails have no markup for a missing link, and are unchanged with one', () => {
  for (const template of builtInTemplates()) {
    const without = withoutAbsentLinks(template, {});
    expect(without.body + without.html_body, template.id).not.toContain('Unsubscribe');
    const every = Object.fromEntries(template.variables.map((name) => [name, 'https://example.com/x']));
    expect(withoutAbsentLinks(template, every)).toEqual(template);
  }
});
