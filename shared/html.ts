const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text for HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] as string);

/** The rules that plain pages have in common. */
const PLAIN_STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; background: Canvas; } main { max-width: 32rem; margin: 12vh auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; line-height: 1.3; } small, dt { color: #5b666e; } small { overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) { small, dt { color: #9aa4ac; } }
button { padding: .5rem 1.1rem; font: inherit; color: #fff; background: #14548a; border: 0; border-radius: 6px; cursor: pointer; }
:focus-visible { outline: 2px solid #14548a; outline-offset: 2px; }`;

interface PlainPage {
  /** Plain text, which is also the heading unless there is another. */
  title: string;
  heading?: string;
  /** HTML below the heading. */
  content: string;
  /** Further rules. */
  style?: string;
  /** Further HTML of the head. */
  head?: string;
}

/** Returns a page in one column for people who open a link, hidden from search engines. */
export const plainPage = ({ title, heading = title, content, style, head = '' }: PlainPage): string =>
  htmlPage({
    title,
    head: `<meta name="robots" content="noindex">${head}\n<style>${[PLAIN_STYLE, style].filter(Boolean).join('\n')}</style>`,
    body: `<body><main><h1>${escapeHtml(heading)}</h1>\n${content}</main></body>`,
  });

/**
 * Returns a complete page, with an empty icon so that browsers do not request one.
 * @param title plain text
 * @param head HTML
 * @param body HTML including the body tags
 */
export const htmlPage = ({ title, head, body }: Record<'title' | 'head' | 'body', string>): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
${head}
</head>
${body}
</html>
`;
