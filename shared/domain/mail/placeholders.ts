/** `{{variable_name}}` in the texts of a template; nothing else may be in double braces. */

export interface Placeholder {
  name: string;
  /** Its range in the text: the first character, and the one after its last. */
  start: number;
  end: number;
}

/** An error in a text, with the offset of the character. */
export interface Fault {
  at: number;
  msg: string;
}

const MAXIMUM_NAME = 64;
export const VARIABLE_NAME = new RegExp(`^[A-Za-z_][A-Za-z0-9_]{0,${MAXIMUM_NAME - 1}}$`);

const NOT_A_PLACEHOLDER = 'is not a placeholder: write {{name}} with a name of letters, digits and "_"';
const OTHER_TAGS: Readonly<Record<string, string>> = {
  '{': 'Triple braces would write a value as it is, which is refused: write {{name}}',
  '&': 'A value is never written as it is: write {{name}}',
  '#': 'Sections are not supported',
  '^': 'Sections are not supported',
  '/': 'Sections are not supported',
  '>': 'Partials are not supported',
  '!': 'Comments in braces are not supported',
  '=': 'Other delimiters are not supported',
};

const IN_BRACES = /^\{\{([^{}]*)\}\}/;

/** Returns all placeholders of a text in order, and anything else in double braces as faults. */
export const readPlaceholders = (text: string): { placeholders: Placeholder[]; faults: Fault[] } => {
  const placeholders: Placeholder[] = [];
  const faults: Fault[] = [];
  for (let start = text.indexOf('{{'); start >= 0; start = text.indexOf('{{', start)) {
    const [whole, inner = ''] = IN_BRACES.exec(text.slice(start, start + 2 * MAXIMUM_NAME)) ?? [];
    const name = inner.trim();
    const other = OTHER_TAGS[text.slice(start + 2).trimStart()[0] ?? ''];
    const next = start + (whole?.length ?? 2);
    if (whole === undefined || !VARIABLE_NAME.test(name)) {
      faults.push({ at: start, msg: other ?? `"${text.slice(start, start + 20)}" ${NOT_A_PLACEHOLDER}` });
    } else if (text[next] === '}') {
      faults.push({ at: start, msg: `"${text.slice(start, next + 1)}" ${NOT_A_PLACEHOLDER}` });
    } else {
      placeholders.push({ name, start, end: next });
    }
    start = next;
  }
  return { placeholders, faults };
};

/** Returns the text with each placeholder replaced. Replacements are not searched for placeholders. */
export const replacePlaceholders = (text: string, writtenAs: (placeholder: Placeholder) => string): string => {
  let rendered = '';
  let from = 0;
  for (const placeholder of readPlaceholders(text).placeholders) {
    rendered += text.slice(from, placeholder.start) + writtenAs(placeholder);
    from = placeholder.end;
  }
  return rendered + text.slice(from);
};

/** Returns the position of an offset, such as `line 3, column 14`. */
export const placeOf = (text: string, at: number): string => {
  const before = text.slice(0, at).split('\n');
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
};
