import { describe, expect, test } from 'vitest';
import { Invalid } from '../../../shared/domain/errors.ts';
import { builtInTemplates, MAIL_KINDS } from '../../../shared/mail/built-in/built-in-templates.ts';
import { SAMPLES } from '../../../shared/mail/built-in/variables.ts';
import { checkTemplate } from '../../../shared/mail/check-template.ts';
import { scanHtml } from '../../../shared/mail/scan-html.ts';

const texts = (more: Partial<Parameters<typeof checkTemplate>[0]> = {}) => ({
  subject: 'Task {{title}}',
  body: '{{title}} for {{name}}',
  html_body: '<p>{{ title }}</p>',
  ...more,
});

/** The problems as `field: message`. */
const problems = (...given: Parameters<typeof checkTemplate>): string[] => {
  try {
    checkTemplate(...given);
    return [];
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return error.problems.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`);
  }
};

test('the names are those in all texts, each once, in order', () => {
  expect(checkTemplate(texts(), undefined)).toEqual(['title', 'name']);
  expect(checkTemplate(texts(), ['name', 'title'])).toEqual(['title', 'name']);
});

test('a name is searched in the texts only, whatever else the body contains', () => {
  const body = { ...texts(), notification_type: null, description: '{{name}}' };
  expect(problems(body, ['title'])).toEqual(['variables: body, line 1, column 15: {{name}} is not listed']);
});

test('names that occur only in the texts or only in the list are reported with their location', () => {
  expect(problems(texts(), ['title', 'other'])).toEqual([
    'variables: body, line 1, column 15: {{name}} is not listed',
    'variables.1: "other" is listed, and no placeholder has that name',
  ]);
});

describe('other content in double braces is rejected with line and column:', () => {
  const cases: [text: string, place: string, reason: RegExp][] = [
    ['a {{{title}}}', 'line 1, column 3', /Triple braces/],
    ['a\n {{&title}}', 'line 2, column 2', /as it is/],
    ['{{#each}}{{/each}}', 'line 1, column 1', /Sections/],
    ['{{^none}}', 'line 1, column 1', /Sections/],
    ['{{> part}}', 'line 1, column 1', /Partials/],
    ['{{! note }}', 'line 1, column 1', /Comments/],
    ['{{=<% %>=}}', 'line 1, column 1', /delimiters/],
    ['{{title', 'line 1, column 1', /is not a placeholder/],
    ['{{}}', 'line 1, column 1', /is not a placeholder/],
    ['{{a.b}}', 'line 1, column 1', /is not a placeholder/],
    ['{{1st}}', 'line 1, column 1', /is not a placeholder/],
    ['{{title}}}', 'line 1, column 1', /is not a placeholder/],
    [`{{${'x'.repeat(65)}}}`, 'line 1, column 1', /is not a placeholder/],
  ];
  test.each(cases)('%j', (text, place, reason) => {
    for (const field of ['subject', 'body', 'html_body'] as const) {
      const [first] = problems({ subject: 's', body: 'b', html_body: 'h', [field]: text }, undefined);
      expect(first).toMatch(reason);
      expect(first).toContain(`${field}: ${place}: `);
    }
  });
});

describe('unsafe HTML is rejected with its location:', () => {
  const cases: [html: string, at: number, reason: RegExp][] = [
    ['<p>x</p><script>alert(1)</script>', 8, /<script>/],
    ['<SCRIPT src="//x"></SCRIPT>', 0, /<script>/],
    ['<p onclick="x()">y</p>', 3, /event handler onclick/],
    ['<img src="cid:a"/onerror="x()">', 17, /event handler onerror/],
    ['<a href="javascript:alert(1)">x</a>', 3, /must begin with/],
    ['<a href="JaVa&#115;cript:alert(1)">x</a>', 3, /must begin with/],
    ['<a href=" java\tscript:alert(1)">x</a>', 3, /must begin with/],
    ['<a href="data:text/html,x">x</a>', 3, /must begin with/],
    ['<a href="//elsewhere.example">x</a>', 3, /must begin with/],
    ['<a href="{{scheme}}://host/">x</a>', 3, /follow its host/],
    ['<a href="https://{{host}}/">x</a>', 3, /follow its host/],
    ['<a href="https://good.example{{host}}/">x</a>', 3, /follow its host/],
    ['<a href="mailto:{{address}}">x</a>', 3, /follow its host/],
    ['<a href="{{title}}">x</a>', 3, /name ends with "url"/],
    ['<img src="{{picture}}">', 5, /name ends with "url"/],
    ['<p title={{title}}>x</p>', 3, /in quotes/],
    ['<p {{title}}>x</p>', 3, /not permitted/],
    ['a <{{title}}>x</p>', 2, /does not begin a tag/],
    ['</{{title}}>', 2, /must be in text/],
    ['<title>a <{{title}}></title>', 9, /does not begin a tag/],
    ['<p style="color:{{colour}}">x</p>', 3, /placeholder in a style/],
    ['<p style="width:expression(alert(1))">x</p>', 3, /can run/],
    ['<style>p { color: {{colour}} }</style>', 18, /must be in text/],
    ['<style>@import "https://x.example/y.css";</style>', 7, /can run/],
    ['<!-- {{title}} -->', 5, /must be in text/],
    ['<!--[if mso]><script>x()</script><![endif]-->', 0, /conditional/],
    ['<iframe src="https://x.example"></iframe>', 0, /<iframe>/],
    ['<form action="https://x.example"></form>', 0, /<form>/],
    ['<svg><a href="https://x.example">x</a></svg>', 0, /<svg>/],
    ['<meta http-equiv="refresh" content="0;url=https://x.example">', 6, /http-equiv/],
    ['<base href="https://x.example">', 0, /<base>/],
    ['<link rel="stylesheet" href="https://x.example">', 0, /<link>/],
    ['<p>x</p><p title="{{title}}', 8, /not closed/],
  ];
  test.each(cases)('%s', (html, at, reason) => {
    const { faults } = scanHtml(html);
    expect(
      faults
        .filter((fault) => fault.at === at)
        .map(({ msg }) => msg)
        .join(),
    ).toMatch(reason);
  });
});

test('usual markup of mails is accepted', () => {
  const html =
    '<!doctype html><html lang="en"><head><title>{{title}}</title><style>@media (x){.a{color:red}}</style></head>' +
    '<body bgcolor="#fff"><!-- greeting --><p style="color:red" class="a" data-x="1" title="{{title}}">a &lt; {{name}}</p>' +
    '<a href="https://x.example/t/{{id}}?q={{q}}">1</a><a href="{{task_url}}">2</a><a href="mailto:a@x.example">3</a>' +
    '<img src="cid:logo" alt="{{name}}"><br/></body></html>';
  const { faults, places } = scanHtml(html);
  expect(faults).toEqual([]);
  expect([...places.values()]).toEqual([
    ...['attribute', 'attribute', 'text', 'address part', 'address part', 'address', 'attribute'],
  ]);
});

test('each kind of mail has a built-in template, whose variables the service fills', () => {
  expect(builtInTemplates().map(({ id }) => id)).toEqual(MAIL_KINDS.map((kind) => `built-in.${kind}`));
  for (const [i, { variables, subject, body, html_body }] of builtInTemplates().entries()) {
    const kind = MAIL_KINDS[i]!;
    expect(Object.keys(SAMPLES[kind])).toEqual(expect.arrayContaining(variables));
    expect(problems({ subject, body, html_body }, variables)).toEqual([]);
    for (const text of [body, html_body]) expect(text).toContain('{{unsubscribe_url}}');
  }
});
