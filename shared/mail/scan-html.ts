import { Parser } from 'htmlparser2';
import { type Fault, readPlaceholders } from '../domain/mail/placeholders.ts';

/** The context of a placeholder, which determines how its value is escaped. */
export type Place =
  /** Between tags; line breaks in a value are kept. */
  | 'text'
  /** Within the quotes of an attribute, or in the title. */
  | 'attribute'
  /** A complete address in the quotes of an attribute. */
  | 'address'
  /** After the host of an address. */
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
/** Patterns not permitted in styles, since in some client they run or load code. */
const UNSAFE_STYLE = /expression\s*\(|javascript:|vbscript:|behavior\s*:|-moz-binding|@import|\\|<!--/i;

const WHOLE = /^\{\{\s*(\w+)\s*\}\}$/;
const NAMED_AS_ADDRESS = /(^|_)url$/;
const WITH_HOST = /^https?:\/\/[^/?#{}@]+([/?#]|$)/;
const OTHER_SCHEMES = /^(mailto:|tel:|cid:|#)/;

/** Returns the fault of an address, as far as the template determines it; undefined if there is none. */
const addressFault = (value: string): string | undefined => {
  const [, name] = WHOLE.exec(value.trim()) ?? [];
  if (name !== undefined) {
    if (NAMED_AS_ADDRESS.test(name)) return undefined;
    return `{{${name}}} would be a whole address: only a variable whose name ends with "url" may be one`;
  }
  // Browsers ignore white space and control characters anywhere in an address.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched for here
  const address = value.replace(/[\u0000-\u0020\u007f-\u00a0]/g, '').toLowerCase();
  if (WITH_HOST.test(address)) return undefined;
  if (address.includes('{{')) return 'a placeholder in an address must follow its host: https://example.com/{{name}}';
  if (OTHER_SCHEMES.test(address)) return undefined;
  return 'the address must begin with https://, http://, mailto:, tel:, cid: or #';
};

const attributeFault = (element: string, name: string, value: string): string | undefined => {
  if (/^on/i.test(name)) return `the event handler ${name} is not permitted`;
  if (!ATTRIBUTES.has(name) && !/^(aria|data)-[\w-]+$/.test(name)) return `the attribute ${name} is not permitted`;
  if (ADDRESSES.has(name)) {
    const fault = addressFault(value);
    return fault && `${name} of <${element}>: ${fault}`;
  }
  if (name === 'style' && UNSAFE_STYLE.test(value)) return 'the style contains patterns that can run or load code';
  if (name === 'style' && value.includes('{{')) return 'a placeholder in a style is not permitted';
  if (name === 'http-equiv' && !HARMLESS_EQUIVALENTS.has(value.toLowerCase()))
    return `http-equiv ${value} is not permitted`;
  return undefined;
};

const placeIn = (attribute: string, value: string): Place => {
  if (!ADDRESSES.has(attribute)) return 'attribute';
  return WHOLE.test(value.trim()) ? 'address' : 'address part';
};

/**
 * Scans the HTML of a template: returns the context of each placeholder, by offset, and the unsafe parts. Only elements
 * and attributes that mail clients support are permitted.
 */
export const scanHtml = (html: string): { places: ReadonlyMap<number, Place>; faults: Fault[] } => {
  const { placeholders, faults: malformed } = readPlaceholders(html);
  const faults: Fault[] = [...malformed];
  const places = new Map<number, Place>();
  /** The end of what has been parsed. */
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
        if (!ELEMENTS.has(name)) faults.push({ at: reader.startIndex, msg: `the element <${name}> is not permitted` });
      },
      onattribute: (name, value, quote) => {
        const [start, end] = [reader.startIndex, reader.endIndex + 1];
        const msg = attributeFault(element, name.toLowerCase(), value);
        if (msg !== undefined) faults.push({ at: start, msg });
        if (quote) found(placeIn(name.toLowerCase(), value), start + name.length, end);
        else if (html.slice(start, end).includes('{{')) {
          faults.push({ at: start, msg: `the placeholder in ${name} must be in quotes` });
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
          // Before a placeholder it would turn a value into a tag.
          const sign = html.slice(start, end).indexOf('<');
          if (sign >= 0)
            faults.push({ at: start + sign, msg: 'a "<" that does not begin a tag must be written as &lt;' });
          return found(element === 'title' ? 'attribute' : 'text', start, end);
        }
        if (UNSAFE_STYLE.test(text))
          faults.push({ at: start, msg: 'the style contains patterns that can run or load code' });
      },
      oncomment: (text) => {
        read = Math.max(read, reader.endIndex + 1);
        if (/^\[|<!/.test(text)) faults.push({ at: reader.startIndex, msg: 'a conditional comment is not permitted' });
      },
      onprocessinginstruction: (name) => {
        read = Math.max(read, reader.endIndex + 1);
        if (name !== '!doctype') faults.push({ at: reader.startIndex, msg: `<${name}> is not permitted` });
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
    faults.push({ at: start, msg: `{{${name}}} must be in text or in the quotes of an attribute` });
  }
  return { places, faults: faults.sort((a, b) => a.at - b.at) };
};
