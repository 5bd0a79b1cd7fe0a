import { type Handler, Parser } from 'htmlparser2';
import type { FileKind } from '../domain/files/kinds.ts';
import { decodeText } from '../domain/files/text-encoding.ts';
import { damaged } from './file-errors.ts';
import type { ZipReader } from './zip.ts';

/** Maximum nesting depth, beyond that of any writer; closing tags are looked up in the stack of open ones. */
const MAX_DEPTH = 2000;
const CHUNK = 64 * 1024;

/** Callbacks of a traversal of a document's elements. */
export interface ElementHandler {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  close?(name: string): void;
  text?(text: string): void;
  /** Called between chunks; returning true ends the traversal. */
  enough?(): boolean;
}

/**
 * Traverses XML or HTML without building a tree, so that memory does not grow with the document.
 *
 * @throws FileError damaged, if elements are nested too deeply
 */
export function walkMarkup(markup: string, kind: FileKind, handler: ElementHandler, xmlMode = true): void {
  let depth = 0;
  const events: Partial<Handler> = {
    onopentag(name, attributes) {
      depth += 1;
      if (depth > MAX_DEPTH) throw damaged(kind, 'nested too deeply');
      handler.open?.(name, attributes);
    },
    onclosetag(name) {
      depth -= 1;
      handler.close?.(name);
    },
    ontext: (text) => handler.text?.(text),
  };
  const parser = new Parser(events, { xmlMode, decodeEntities: true });
  for (let at = 0; at < markup.length && !handler.enough?.(); at += CHUNK) parser.write(markup.slice(at, at + CHUNK));
  parser.end();
}

/** Traverses an XML part of a container. Returns whether the part exists. */
export function walkPart(zip: ZipReader, name: string, kind: FileKind, handler: ElementHandler): boolean {
  const part = zip.read(name);
  if (part === null) return false;
  walkMarkup(decodeText(part).text, kind, handler);
  return true;
}

/** Returns the text of the first element of this name in a part, for titles in a container's metadata. */
export function elementText(zip: ZipReader, part: string, kind: FileKind, element: string): string | undefined {
  let inside = false;
  let found: string | undefined;
  walkPart(zip, part, kind, {
    open: (name) => {
      inside = found === undefined && name === element;
      if (inside) found = '';
    },
    close: () => {
      inside = false;
    },
    text: (text) => {
      if (inside) found += text;
    },
  });
  return found;
}
