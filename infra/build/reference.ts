import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encoding } from '../../shared/http/content-encoding.ts';
import { makeForms } from '../../shared/reference/asset-source.ts';
import { ASSET_NAMES } from '../../shared/reference/assets.ts';
import { SUFFIXES } from '../../shared/reference/read-asset.ts';

/** The source that reads the files of the reference pages: a bundle that includes it needs them. */
export const referenceReader = 'shared/reference/read-asset.ts';

/** Writes the files of the reference pages to a bundle's folder, in every encoding in which they are served. */
export const writeReference = async (folder: string): Promise<void> => {
  for (const name of ASSET_NAMES) {
    const forms = await makeForms(name);
    for (const encoding of Object.keys(SUFFIXES) as Encoding[]) {
      await writeFile(join(folder, name + SUFFIXES[encoding]), forms[encoding]);
    }
  }
};
