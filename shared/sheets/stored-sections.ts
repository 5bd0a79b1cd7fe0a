import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod';
import { NotFound } from '../domain/errors.ts';
import { Section } from '../domain/text/index.ts';
import { derivedPath } from '../domain/uploads/store-path.ts';
import type { FilesRead, FilesWrite } from '../ports.ts';

interface Place {
  organization_id: string;
  document_id: string;
}

const pathOf = ({ organization_id, document_id }: Place): string =>
  derivedPath(organization_id, document_id, 'sections.json.gz');

/** Stores the sections of a document in one object, also if there are none: a former run may have found some. */
export const storeSections = async (place: Place, sections: readonly Section[], files: FilesWrite): Promise<void> =>
  files.put(pathOf(place), await promisify(gzip)(JSON.stringify(sections)), 'application/gzip');

/** Returns the sections of a document in order; none if it was processed before they were stored. */
export const readSections = async (place: Place, files: FilesRead): Promise<Section[]> => {
  try {
    return z.array(Section).parse(JSON.parse((await promisify(gunzip)(await files.bytes(pathOf(place)))).toString()));
  } catch (error) {
    if (error instanceof NotFound) return [];
    throw error;
  }
};
