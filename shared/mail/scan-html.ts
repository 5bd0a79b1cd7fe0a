import { Parser } from 'htmlparser2';
import { type Fault, readPlaceholders } from '../domain/mail/placeholders.ts';

/** Where a placeholder stands, which decides how its value is written. */
export type Place =
  /** Between tags: line breaks of a value stay line breaks. */
  | 'text'
  /** Within the quotes of an attribute, or in the title. */
  | 'attribute'
  /** A whole address in the quotes of an attribute. */
  | 'address'
  /** Behind the host of an address. */
  | 'address part';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const ELEMENTS = words(
  'html head title meta style body div span p a b strong i em u s small big sub sup br hr wbr center font ' +
    'h1 h2 h3 h4 h5 h6 ul ol li dl dt dd blockquote pre code table caption colgroup col thead tbody tfoot tr td th img',
);
const ATTRIBUTES = words(
  'align alt background bgcolor border cellpadding cellspacing charset class color colspan content dir face height ' +
    'href id lang media name rel role rowspan scope size src start style summary target title type valign width ' +
    'http-equiv xmlns',
);
const ADDRESSES = words('href src background');
const HARMLESS_EQUIVALENTS = words('content-type x-ua-compatible');
/** What styles may not say, whichever client reads them: they run or fetch code. */
const UNSAFE_STYLE = /expression\s*\(|javascript:|vbscript:|behavior\s*:|-moz-binding|@import|\\|<!--/i;

const WHOLE = /^\{\{\s*(\w+)\s*\}\}$/;
const NAMED_AS_ADDRESS = /(^|_)url$/;
const WITH_HOST = /^https?:\/\/[^/?#{}@]+([/?#]|$)/;
const OTHER_SCHEMES = /^(mailto:|tel:|cid:|#)/;

/** What is wrong with an address, as far as the template says it; undefined where nothing is. */
const addressFault = (value: string): string | undefined => {
  const [, name] = WHOLE.exec(value.trim()) ?? [];
  if (name !== undefined) {
    if (NAMED_AS_ADDRESS.test(name)) return undefined;
    return `{{${name}}} would be a whole address: only a variable whose name ends with "url" may be one`;
  }
  // Browsers pass over white space and control characters wherever they stand in an address.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for here
  const address = value.replace(/[\u0000-\u0020\u007f-\u00a0]/g, '').toLowerCase();
  if (WITH_HOST.test(address)) return undefined;
  if (address.includes('{{')) return 'a placeholder in an address must follow its host: https://example.com/{{name}}';
  if (OTHER_SCHEMES.test(address)) return undefined;
  return 'the address must begin with https://, http://, mailto:, tel:, cid: or #';
};

const attributeFault = (element: string, name: string, value: string): string | undefined => {
  if (/^on/i.test(name)) return `the event handler ${name} is refused`;
  if (!ATTRIBUTES.has(name) && !/^(aria|data)-[\w-]+$/.test(name)) return `the attribute ${name} is refused`;
  if (ADDRESSES.has(name)) {
    const fault = addressFault(value);
    return fault && `${name} of <${element}>: ${fault}`;
  }
  if (name === 'style' && UNSAFE_STYLE.test(value)) return 'the style holds what can run or fetch code';
  if (name === 'style' && value.includes('{{')) return 'a placeholder in a style is refused';
  if (name === 'http-equiv' && !HARMLESS_EQUIVALENTS.has(value.toLowerCase())) return `http-equiv ${value} is refused`;
  return undefined;
};

const placeIn = (attribute: string, value: string): Place => {
  if (!ADDRESSES.has(attribute)) return 'attribute';
  return WHOLE.test(value.trim()) ? 'address' : 'address part';
};

/**
 * Reads the HTML of a template: where each of its placeholders stands, by offset, and what is unsafe in it. Elements
 * and attributes are those that mail clients show; all others are refused.
 */
export const scanHtml = (html: string): { places: ReadonlyMap<number, Place>; faults: Fault[] } => {
  const { placeholders, faults: malformed } = readPlaceholders(html);
  const faults: Fault[] = [...malformed];
  const places = new Map<number, Place>();
  /** From here on nothing has been read. */
  let read = 0;
  let element = '';
  const found = (place: Place, start: number, end: number) => {
    for (const placeholder of placeholders) {
      if (placeholder.start >= start && placeholder.end <= end) places.set(placeholder.start, place);
    }
  };
  const reader: Parser = new Parser(
    {
      onopentagname: (name) => {
        element = name;
        if (!ELEMENTS.has(name)) faults.push({ at: reader.startIndex, msg: `the element <${name}> is refused` });
      },
      onattribute: (name, value, quote) => {
        const [start, end] = [reader.startIndex, reader.endIndex + 1];
        const msg = attributeFault(element, name.toLowerCase(), value);
        if (msg !== undefined) faults.push({ at: start, msg });
        if (quote) found(placeIn(name.toLowerCase(), value), start + name.length, end);
        else if (html.slice(start, end).includes('{{')) {
          faults.push({ at: start, msg: `the placeholder in ${name} must stand in quotes` });
          found('attribute', start, end);
        }
      },
      onopentag: () => {
        read = reader.endIndex + 1;
      },
      onclosetag: (_, isImplied) => {
        if (!isImplied) read = Math.max(read, reader.endIndex + 1);
        element = '';
      },
      ontext: (text) => {
        const [start, end] = [reader.startIndex, reader.endIndex + 1];
        read = Math.max(read, end);
        if (element !== 'style') {
          // Before a placeholder it would make a tag of a value.
          const sign = html.slice(start, end).indexOf('<');
          if (sign >= 0) faults.push({ at: start + sign, msg: 'a "<" that begins no tag is written &lt;' });
          return found(element === 'title' ? 'attribute' : 'text', start, end);
        }
        if (UNSAFE_STYLE.test(text)) faults.push({ at: start, msg: 'the style holds what can run or fetch code' });
      },
      oncomment: (text) => {
        read = Math.max(read, reader.endIndex + 1);
        if (/^\[|<!/.test(text)) faults.push({ at: reader.startIndex, msg: 'a conditional comment is refused' });
      },
      onprocessinginstruction: (name) => {
        read = Math.max(read, reader.endIndex + 1);
        if (name !== '!doctype') faults.push({ at: reader.startIndex, msg: `<${name}> is refused` });
      },
    },
    { decodeEntities: true },
  );
  reader.write(html);
  reader.end();
  const rest = html.indexOf('<', read);
  if (rest >= 0) faults.push({ at: rest, msg: 'the tag is not closed' });
  for (const { name, start } of placeholders) {
    if (places.has(start)) continue;
    faults.push({ at: start, msg: `{{${name}}} must stand in text or in the quotes of an attribute` });
  }
  return { places, faults: faults.sort((a, b) => a.at - b.at) };
};
