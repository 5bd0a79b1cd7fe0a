import { Parser } from 'htmlparser2';
import { S3Error } from './s3-error.ts';

export type XmlValue = string | number | boolean | undefined | XmlValue[] | { [name: string]: XmlValue };

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Returns an XML document in a namespace, by default S3's; a list repeats its element, undefined omits it. */
export function toXml(
  root: string,
  content: { [name: string]: XmlValue },
  namespace = 'http://s3.amazonaws.com/doc/2006-03-01/',
): string {
  const children = Object.entries(content).map(([name, value]) => element(name, value));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">${children.join('')}</${root}>`;
}

function element(name: string, value: XmlValue): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((item) => element(name, item)).join('');
  const inner =
    typeof value === 'object'
      ? Object.entries(value).map(([child, grandchild]) => element(child, grandchild))
      : [String(value).replace(/[&<>"\r]/g, (character) => escapes[character] ?? '')];
  return `<${name}>${inner.join('')}</${name}>`;
}

/**
 * Returns each occurrence of the element `name` under a document's root as a map of its children's text:
 * `<Delete><Object><Key>a</Key></Object></Delete>` with `Object` returns `[{ Key: 'a' }]`.
 * @throws S3Error MalformedXML
 */
export function repeatedElements(xml: string, name: string): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  const path: string[] = [];
  let opened = 0;
  const parser = new Parser(
    {
      onopentag(tag) {
        opened += 1;
        path.push(tag);
        if (path.length === 2 && tag === name) found.push({});
      },
      ontext(text) {
        const [, parent, child] = path;
        const current = found.at(-1);
        if (path.length === 3 && parent === name && child && current) current[child] = (current[child] ?? '') + text;
      },
      onclosetag(_tag, implied) {
        if (implied) throw malformed();
        path.pop();
      },
    },
    { xmlMode: true },
  );
  parser.write(xml);
  if (opened === 0 || path.length > 0) throw malformed();
  parser.end();
  return found;
}

function malformed(): S3Error {
  return new S3Error('MalformedXML', 'The XML you provided was not well-formed.');
}
