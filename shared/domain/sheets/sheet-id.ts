import * as z from 'zod';
import { NotFound } from '../errors.ts';

/** The identifier of a sheet in a request. */
export const SheetId = z
  .string()
  .max(1024)
  .meta({ description: 'The `id` of a sheet in the list', example: 'cHJvamVjdApBMTAx' });

/** Identifies a sheet: its project and its normalised number. */
interface SheetName {
  project_id: string;
  key: string;
}

/** Returns the identifier of a sheet, which is derived from its project and number and never changes. */
export const sheetIdOf = ({ project_id, key }: SheetName): string =>
  Buffer.from(`${project_id}\n${key}`).toString('base64url');

/** @throws NotFound for anything that `sheetIdOf` did not return */
export const readSheetId = (id: string): SheetName => {
  const [project_id, key, ...rest] = Buffer.from(id, 'base64url').toString('utf8').split('\n');
  if (!project_id || !key || rest.length > 0 || sheetIdOf({ project_id, key }) !== id) throw new NotFound();
  return { project_id, key };
};
