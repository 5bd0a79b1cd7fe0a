import type { Texts } from '../render.ts';

/** The content of a built-in mail, in order; texts may contain placeholders. */
export interface MailBlocks {
  subject: string;
  /** The colour of the top bar: `#rrggbb`. */
  accent: string;
  /** Above the heading, in small print. */
  kind: string;
  heading: string;
  lead: string;
  /** Label and text of each row. */
  facts?: readonly (readonly [label: string, text: string])[];
  /** Text of several lines with its own heading. */
  section?: { heading: string; text: string };
  /** The alternative text of the attached image, if there is one. */
  picture?: string;
  button?: { label: string; address: string };
  /** Why the recipient receives this mail. */
  reason: string;
}

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Clients without style sheet support show the light colours, which are set inline. */
const STYLES = `
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    a { color: #0b5cad; }
    @media (max-width: 620px) { .card { border-radius: 0 !important; } .pad { padding-left: 20px !important; padding-right: 20px !important; } }
    @media (prefers-color-scheme: dark) {
      body, .page { background: #14171a !important; }
      .card { background: #1f2428 !important; border-left-color: #343b41 !important; border-right-color: #343b41 !important; border-bottom-color: #343b41 !important; }
      .strong { color: #f2f4f5 !important; }
      .plain { color: #d3d8dc !important; }
      .quiet { color: #9aa4ac !important; }
      .rule { border-color: #343b41 !important; }
      .panel { background: #262c31 !important; border-color: #3c454c !important; }
      a { color: #79b8ff !important; }
      .button, .button a { color: #ffffff !important; }
    }
  `;

const styleOf = (size: number, colour: string, more = ''): string =>
  `font-family:${FONT};font-size:${size}px;line-height:1.5;color:${colour};${more}`;

const factRow = ([label, text]: readonly [string, string]): string => `
            <tr>
              <td class="quiet rule" width="150" valign="top" style="${styleOf(14, '#5c6870', 'padding:9px 12px 9px 0;border-bottom:1px solid #e6eaed;')}">${label}</td>
              <td class="strong rule" valign="top" style="${styleOf(14, '#1c2429', 'padding:9px 0;border-bottom:1px solid #e6eaed;')}">${text}</td>
            </tr>`;

const row = (padding: string, content: string): string => `
        <tr>
          <td class="pad" style="padding:${padding};">${content}
          </td>
        </tr>`;

const htmlOf = (content: MailBlocks): string => {
  const { accent, kind, heading, lead, facts = [], section, picture, button, reason } = content;
  const rows = [
    row(
      '28px 32px 0',
      `
            <p class="quiet" style="${styleOf(12, '#5c6870', 'margin:0 0 6px;letter-spacing:0.06em;text-transform:uppercase;')}">${kind}</p>
            <h1 class="strong" style="${styleOf(22, '#1c2429', 'line-height:1.3;margin:0 0 10px;font-weight:600;')}">${heading}</h1>
            <p class="plain" style="${styleOf(15, '#38434a', 'margin:0;')}">${lead}</p>`,
    ),
    ...(facts.length > 0
      ? [
          row(
            '18px 32px 0',
            `
          <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${facts.map(factRow).join('')}
          </table>`,
          ),
        ]
      : []),
    ...(section
      ? [
          row(
            '20px 32px 0',
            `
            <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
              <tr>
                <td class="panel" style="background:#f5f7f8;border:1px solid #e6eaed;border-radius:6px;padding:14px 16px;">
                  <h2 class="strong" style="${styleOf(14, '#1c2429', 'margin:0 0 6px;font-weight:600;')}">${section.heading}</h2>
                  <p class="plain" style="${styleOf(14, '#38434a', 'margin:0;')}">${section.text}</p>
                </td>
              </tr>
            </table>`,
          ),
        ]
      : []),
    ...(picture
      ? [
          row(
            '20px 32px 0',
            `
            <img src="{{picture_url}}" alt="${picture}" width="536" style="display:block;width:100%;max-width:536px;height:auto;border:0;${styleOf(13, '#5c6870')}">`,
          ),
        ]
      : []),
    ...(button
      ? [
          row(
            '24px 32px 0',
            `
            <table role="presentation" cellpadding="0" cellspacing="0" border="0">
              <tr>
                <td class="button" bgcolor="${accent}" style="background:${accent};border-radius:6px;">
                  <a href="${button.address}" style="${styleOf(15, '#ffffff', 'display:inline-block;padding:11px 22px;font-weight:600;text-decoration:none;')}">${button.label}</a>
                </td>
              </tr>
            </table>`,
          ),
        ]
      : []),
    row(
      '26px 32px 28px',
      `
            <p class="quiet rule" style="${styleOf(12, '#5c6870', 'margin:0;padding-top:16px;border-top:1px solid #e6eaed;')}">${reason} <a href="{{unsubscribe_url}}" style="color:#0b5cad;">Unsubscribe</a></p>`,
    ),
  ];
  return `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <title>${content.subject}</title>
  <style>${STYLES}</style>
</head>
<body style="margin:0;padding:0;background:#eef1f3;">
  <table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#eef1f3" style="background:#eef1f3;">
    <tr>
      <td align="center" style="padding:24px 0;">
        <table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="width:100%;max-width:600px;background:#ffffff;border:1px solid #dfe4e8;border-top:4px solid ${accent};border-radius:8px;">${rows.join('')}
        </table>
      </td>
    </tr>
  </table>
</body>
</html>
`;
};

/** Least width of the column of labels. */
const LABEL_WIDTH = 14;
const factLines = (facts: Required<MailBlocks>['facts']): string => {
  const width = Math.max(LABEL_WIDTH, ...facts.map(([label]) => label.length + 2));
  return facts.map(([label, text]) => `${`${label}:`.padEnd(width)}${text}`).join('\n');
};

const textOf = ({ heading, lead, facts = [], section, button, reason }: MailBlocks): string =>
  [
    heading,
    lead,
    factLines(facts),
    ...(section ? [`${section.heading}\n${section.text}`] : []),
    ...(button ? [`${button.label}: ${button.address}`] : []),
    `--\n${reason}\nUnsubscribe: {{unsubscribe_url}}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
    .concat('\n');

/** Returns the texts of a built-in template. Uses tables and inline styles, since mail clients support little else. */
export const layOut = (content: MailBlocks): Texts => ({
  subject: content.subject,
  body: textOf(content),
  html_body: htmlOf(content),
});
