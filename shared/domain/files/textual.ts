import type { FileKind } from './kinds.ts';
import { decodeText, looksLikeText } from './text-encoding.ts';

const SAMPLE_BYTES = 64 * 1024;

/** Extensions that decide between textual formats if the bytes do not. */
const TEXT_EXTENSIONS: Readonly<Record<string, FileKind>> = {
  txt: 'txt',
  text: 'txt',
  log: 'txt',
  md: 'md',
  csv: 'csv',
  tsv: 'tsv',
  json: 'json',
  xml: 'xml',
};

/**
 * Returns the kind of a textual file, or null if the sample is not text.
 * @param head first bytes of the file
 * @param extension of the file name, lower case, without the dot; only decides between textual formats
 */
export function textualKind(head: Uint8Array, extension: string): FileKind | null {
  const sample = head.subarray(0, SAMPLE_BYTES);
  if (!looksLikeText(sample)) return null;
  const text = decodeText(sample).text.replace(/^\ufeff/, '');
  const named = TEXT_EXTENSIONS[extension];
  return cadKind(text) ?? markupKind(text, extension) ?? mailKind(text, extension) ?? named ?? tableKind(text) ?? 'txt';
}

function cadKind(text: string): FileKind | null {
  if (/^\s*ISO-10303-21\s*;/.test(text)) return /FILE_SCHEMA\s*\(\s*\(\s*'IFC/i.test(text) ? 'ifc' : 'step';
  return /^(\s*999\r?\n[^\n]*\n)*[ \t]*0\r?\n[ \t]*SECTION\r?\n/.test(text) ? 'dxf' : null;
}

/** Returns `text` without the white space, comments and XML declaration before its first element. */
function fromFirstElement(text: string): string {
  return text.replace(/^(\s+|<!--[\s\S]*?-->|<\?xml[^>]*\?>)+/i, '');
}

function markupKind(text: string, extension: string): FileKind | null {
  const start = fromFirstElement(text.slice(0, 4096));
  if (/^<!doctype\s+html|^<(html|head|body)[\s>]/i.test(start)) return 'html';
  const root = fromFirstElement(start.replace(/^<!doctype\s+svg[^>[]*(\[[^\]]*\]\s*)?>/i, ''));
  if (/^<(\w+:)?svg[\s>]/i.test(root)) return 'svg';
  if (/^<(ifc:)?ifcXML[\s>]/i.test(start)) return 'ifc';
  if ((extension === 'html' || extension === 'htm') && /<[a-z][^<>]*>/i.test(text)) return 'html';
  return /^\s*<\?xml\s/i.test(text) ? 'xml' : null;
}

const HEADER_LINE = /^([A-Za-z][A-Za-z0-9-]*):[ \t]?.*(?:\r?\n[ \t].*)*(?:\r?\n|$)/;
/** Header fields that mail systems write, not people. */
const TRANSPORT_FIELDS = ['received', 'message-id', 'mime-version', 'return-path', 'dkim-signature'];

/** Identifies mail by its header fields (RFC 5322). A typed memo also has From, To and Subject, but is text. */
function mailKind(text: string, extension: string): FileKind | null {
  const fields = new Set<string>();
  let rest = text.startsWith('From ') ? text.slice(text.indexOf('\n') + 1) : text;
  for (let line = HEADER_LINE.exec(rest); line !== null && fields.size < 60; line = HEADER_LINE.exec(rest)) {
    fields.add(line[1]!.toLowerCase());
    rest = rest.slice(line[0].length);
    if (line[0].length === 0) break;
  }
  if (!fields.has('from')) return null;
  const sent = fields.has('date') || fields.has('subject');
  return sent && (extension === 'eml' || TRANSPORT_FIELDS.some((field) => fields.has(field))) ? 'eml' : null;
}

/** Identifies a table by its first lines: at least three with the same number of one separator outside quotes. */
function tableKind(text: string): FileKind | null {
  const lines = text.split(/\r?\n/, 12).filter((line) => line.trim() !== '');
  if (text.length >= SAMPLE_BYTES) lines.pop();
  if (lines.length < 3) return null;
  const bare = lines.map((line) => line.replace(/"(?:[^"]|"")*"/g, '""'));
  for (const [separator, kind] of [
    ['\t', 'tsv'],
    [';', 'csv'],
    [',', 'csv'],
  ] as const) {
    const counts = bare.map((line) => line.split(separator).length - 1);
    if (counts[0]! > 0 && counts.every((count) => count === counts[0])) return kind;
  }
  return null;
}
