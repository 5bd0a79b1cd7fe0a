import { describe, expect, it } from 'vitest';
import { extractText } from '../../../shared/extract/extract-text.ts';
import { compoundOf, docxOf, utf16le } from './office-files.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);
const latin = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

describe('plain text', () => {
  it.each([
    ['UTF-8', utf8('Träger – 30 °C')],
    ['UTF-8 with a mark', utf8('\ufeffTräger – 30 °C')],
    ['UTF-16LE', Uint8Array.of(0xff, 0xfe, ...utf16le('Träger – 30 °C'))],
    ['Windows-1252', latin('Tr\xe4ger \x96 30 \xb0C')],
  ])('is decoded from %s', async (_, bytes) => {
    expect((await extractText('txt', bytes)).text).toBe('Träger – 30 °C');
  });

  it('ends a page at a form feed and normalises white space', async () => {
    const { pages } = await extractText('txt', utf8('one  \r\n\r\n\r\n\r\nmore\0\ftwo'));
    expect(pages).toEqual([
      { page: 1, text: 'one\n\nmore' },
      { page: 2, text: 'two' },
    ]);
  });

  it('is truncated at the limit, with a warning', async () => {
    const { text, warnings } = await extractText('csv', utf8('x'.repeat(2000)), { max_text_length: 1000 });
    expect(text).toHaveLength(1000);
    expect(warnings).toEqual(['The text is cut after 1,000 characters.']);
  });
});

describe('HTML', () => {
  it('yields the visible text, and the title', async () => {
    const html = `<html><head><title>Spec &amp; notes</title><style>p{}</style></head><body>
      <h1>Doors</h1><script>alert(1)</script><p>Type <b>A</b>,\n 30&nbsp;min<br>oak</p>
      <table><tr><td>1</td><td>2</td></tr></table><ul><li>x</li></ul></body></html>`;
    const { text, title } = await extractText('html', utf8(html));
    expect(title).toBe('Spec & notes');
    expect(
      text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    ).toEqual(['Doors', 'Type A, 30\u00a0min', 'oak', '1\t2', 'x']);
  });

  it('is decoded as it declares', async () => {
    const html = latin('<html><meta charset="windows-1251"><p>\xcf\xeb\xe0\xed</p></html>');
    expect((await extractText('html', html)).text).toBe('План');
  });
});

describe('mail', () => {
  const MAIL = [
    'From: =?utf-8?q?J=C3=BCrgen?= <j@a.example>',
    'To: Ann <ann@b.example>, ben@b.example',
    'Date: Tue, 1 Sep 2026 10:00:00 +0200',
    'Subject: RFI 12',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=x',
    '',
    '--x',
    'Content-Type: text/html; charset=utf-8',
    '',
    '<p>Please see <b>A-101</b>.</p>',
    '--x',
    'Content-Type: application/pdf; name="A-101.pdf"',
    'Content-Disposition: attachment; filename="A-101.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'JVBERi0=',
    '--x--',
  ].join('\r\n');

  it('yields headers, names of attachments and body of a message', async () => {
    const { text, title, pdfs, warnings } = await extractText('eml', utf8(MAIL));
    expect(warnings).toEqual([]);
    expect(pdfs).toEqual([{ filename: 'A-101.pdf', bytes: utf8('%PDF-') }]);
    expect(title).toBe('RFI 12');
    expect(text).toContain('From: Jürgen <j@a.example>\nTo: Ann <ann@b.example>, ben@b.example\nDate: 2026-09-01');
    expect(text).toContain('Subject: RFI 12\nAttachments: A-101.pdf\n');
    expect(text).toMatch(/\n\nPlease see A-101\.$/);
  });

  const part = (type: string, filename: string, content: Uint8Array) =>
    [
      '--x',
      `Content-Type: ${type}; name="${filename}"`,
      `Content-Disposition: attachment; filename="${filename}"`,
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(content).toString('base64'),
    ].join('\r\n');
  const mailWith = (...parts: string[]) =>
    utf8(
      [
        'From: a@b.example',
        'Subject: Files',
        'Date: Mon, 7 Sep 2026 10:00:00 +0000',
        'MIME-Version: 1.0',
        'Content-Type: multipart/mixed; boundary=x',
        '',
        '--x\r\nContent-Type: text/plain\r\n\r\nSee attached.',
        ...parts,
        '--x--',
      ].join('\r\n'),
    );

  it('yields the text of attachments on pages of their own, and of messages within messages up to a depth', async () => {
    const docx = docxOf('<w:p><w:r><w:t>Door hardware</w:t></w:r></w:p>');
    let nested = mailWith(part('text/plain', 'inner.txt', utf8('innermost')));
    for (let i = 0; i < 6; i++) nested = mailWith(part('application/octet-stream', `m${i}.eml`, nested));
    const file = mailWith(
      part('application/octet-stream', 'spec.docx', docx),
      part('application/octet-stream', 'broken.docx', docx.subarray(0, docx.length - 40)),
      part('image/png', 'logo.png', Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10)),
      part('application/octet-stream', 'all.eml', nested),
    );
    const { pages, warnings } = await extractText('eml', file);
    expect(pages.map(({ text }) => text.split('\n', 1)[0])).toEqual([
      'From: a@b.example',
      'spec.docx',
      'all.eml',
      'm5.eml',
      'm4.eml',
    ]);
    expect(pages[1]?.text).toBe('spec.docx\n\nDoor hardware');
    expect(warnings[0]).toMatch(/^The attachment m3\.eml was not read/);
  });

  it('reads at most 50 attachments', async () => {
    const file = mailWith(...Array.from({ length: 60 }, (_, i) => part('text/plain', `${i}.txt`, utf8(`text ${i}`))));
    const { pages, warnings } = await extractText('eml', file);
    expect(pages).toHaveLength(51);
    expect(warnings).toHaveLength(10);
  });

  it('yields the attachments of an Outlook message, and of a message attached to it', async () => {
    const attached = '__attach_version1.0_#00000001/__substg1.0_3701000D/';
    const file = compoundOf({
      '__substg1.0_0037001F': utf16le('RFI 12'),
      '__attach_version1.0_#00000000/__substg1.0_3707001F': utf16le('list.txt'),
      '__attach_version1.0_#00000000/__substg1.0_37010102': latin('Valve schedule'),
      '__attach_version1.0_#00000001/__substg1.0_3001001F': utf16le('Earlier mail'),
      [`${attached}__substg1.0_0037001F`]: utf16le('RFI 11'),
      [`${attached}__attach_version1.0_#00000000/__substg1.0_3707001F`]: utf16le('old.txt'),
      [`${attached}__attach_version1.0_#00000000/__substg1.0_37010102`]: latin('Pump schedule'),
    });
    const { pages } = await extractText('msg', file);
    expect(pages.map(({ text }) => text)).toEqual([
      'Subject: RFI 12\nAttachments: list.txt, Earlier mail',
      'list.txt\n\nValve schedule',
      'Subject: RFI 11\nAttachments: old.txt',
      'old.txt\n\nPump schedule',
    ]);
  });

  it('yields the same for an Outlook message', async () => {
    const file = compoundOf({
      '__substg1.0_0037001F': utf16le('RFI 12'),
      '__substg1.0_0C1A001F': utf16le('Jürgen'),
      '__substg1.0_0E04001E': latin('Ann'),
      '__substg1.0_1000001F': utf16le('Please see A-101.\r\n'),
      '__attach_version1.0_#00000000/__substg1.0_3707001F': utf16le('A-101.pdf'),
    });
    const { text, title } = await extractText('msg', file);
    expect(title).toBe('RFI 12');
    expect(text).toBe('From: Jürgen\nTo: Ann\nSubject: RFI 12\nAttachments: A-101.pdf\n\nPlease see A-101.');
  });
});

describe('RTF', () => {
  it('yields the text without tables of fonts, pictures and control words', async () => {
    const rtf =
      "{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}}{\\*\\generator Word;}{\\pict 0102}\\pard Tr\\'e4ger \\u8211?30\\par a\\{b\\}\\tab c\\page two}";
    const { pages } = await extractText('rtf', latin(rtf));
    expect(pages.map((page) => page.text)).toEqual(['Träger –30\na{b}\tc', 'two']);
  });
});
