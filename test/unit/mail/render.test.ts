import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import { builtInTemplates } from '../../../shared/mail/built-in/built-in-templates.ts';
import { renderTemplate } from '../../../shared/mail/render.ts';

/** Hostile texts: markup, braces, lines, headers, lone surrogates, and anything else. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: fc.constantFrom(...'<>"\'&{}=/;:\r\n\0 ab\u2028\u202e'.split('')), maxLength: 30 }),
  fc.constantFrom(
    '{{other}}',
    '{{{other}}}',
    '"><script>alert(1)</script>',
    "' onload='x()",
    '--><b>',
    '</title><b>',
    'a\r\nBcc: eve@example.com',
    'javascript:alert(1)',
    ' java\tscript:alert(1)',
    'data:text/html,<b>',
    'https://x.example/"onclick="x()',
    '&lt;b&gt;',
    '\ud800',
  ),
);

/** Elements and attributes as a mail client would find them, ignoring line breaks and inserted values. */
const skeleton = (html: string) => {
  const found: string[] = [];
  let names: string[] = [];
  const reader = new Parser(
    {
      onopentagname: () => {
        names = [];
      },
      onattribute: (name) => void names.push(name),
      onopentag: (name) => {
        if (name !== 'br') found.push(`<${name} ${names.join(' ')}>`);
      },
      onclosetag: (name) => {
        if (name !== 'br') found.push(`</${name}>`);
      },
      oncomment: () => void found.push('<!---->'),
    },
    { decodeEntities: true },
  );
  reader.end(html);
  return found;
};

const template = {
  subject: '{{a}} and {{b}}',
  body: '{{a}}\n{{b}}',
  html_body:
    '<html><head><title>{{a}}</title></head><body><p title="{{a}}" class=\'{{b}}\'>{{a}} {{b}}</p>' +
    '<a href="{{link_url}}">x</a><a href="https://x.example/{{a}}?b={{b}}">y</a></body></html>',
};

test('no value adds an element, an attribute or a comment to the HTML', () => {
  const before = skeleton(template.html_body);
  const values = fc.record({ a: hostile, b: hostile, link_url: hostile });
  fc.assert(
    fc.property(values, (given) => {
      expect(skeleton(renderTemplate(template, given).html_body)).toEqual(before);
    }),
    { numRuns: 2000 },
  );
});

test('no value makes a link or an image lead anywhere but to http and https', () => {
  const addresses = (html: string) => {
    const found: string[] = [];
    const reader = new Parser({ onattribute: (name, value) => void (name === 'href' && found.push(value)) });
    reader.end(html);
    return found;
  };
  fc.assert(
    fc.property(fc.record({ a: hostile, b: hostile, link_url: hostile }), (given) => {
      const [whole = '-', part = '-'] = addresses(renderTemplate(template, given).html_body);
      expect(whole).toMatch(/^($|https?:\/\/|cid:)/i);
      expect(new URL(part).origin).toBe('https://x.example');
    }),
    { numRuns: 2000 },
  );
});

test('no value adds a line to the subject', () => {
  fc.assert(
    fc.property(hostile, hostile, (a, b) => {
      const { subject } = renderTemplate(template, { a, b });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
      expect(subject).toMatch(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]{0,200}$/);
      expect(subject.isWellFormed()).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('braces in a value are not expanded again in any of the texts', () => {
  const { subject, body, html_body } = renderTemplate(template, { a: '{{b}}', b: '{{a}} {{{a}}}' });
  expect(subject).toBe('{{b}} and {{a}} {{{a}}}');
  expect(body).toBe('{{b}}\n{{a}} {{{a}}}');
  expect(html_body).toContain('>{{b}} {{a}} {{{a}}}</p>');
  const names = fc.constantFrom('a', 'b', 'toString', '__proto__', 'constructor');
  fc.assert(
    fc.property(names, hostile, (name, secret) => {
      const rendered = renderTemplate({ ...template, body: '{{a}}' }, { a: `{{${name}}}`, b: `secret${secret}` });
      expect(rendered.body).toBe(`{{${name}}}`);
    }),
  );
});

test('built-in properties of objects are not values', () => {
  expect(renderTemplate({ subject: '{{toString}}{{constructor}}', body: '', html_body: '' }, {}).subject).toBe('');
});

test('line breaks of a value are kept, and a missing value leaves no gap and no broken image', () => {
  const { body, html_body } = renderTemplate(
    {
      subject: 's',
      body: '1\n\n{{none}}\n\n2',
      html_body: '<p>{{a}}</p><img alt="x" src="{{picture_url}}" width="1">',
    },
    { a: 'x\r\n<y>' },
  );
  expect(body).toBe('1\n\n2');
  expect(html_body).toBe('<p>x<br>&lt;y&gt;</p>');
});

test('built-in templates keep their markup with hostile values', () => {
  for (const built of builtInTemplates()) {
    const safe = Object.fromEntries(built.variables.map((name) => [name, 'https://x.example/']));
    const before = skeleton(renderTemplate(built, safe).html_body);
    fc.assert(
      fc.property(hostile, (value) => {
        const values = {
          ...Object.fromEntries(built.variables.map((name) => [name, value])),
          picture_url: 'cid:picture',
        };
        expect(skeleton(renderTemplate(built, values).html_body)).toEqual(before);
      }),
      { numRuns: 100 },
    );
  }
});
