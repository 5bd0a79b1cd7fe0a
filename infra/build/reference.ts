import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Encoding } from '../../shared/http/content-encoding.ts';
import { makeForms } from '../../shared/reference/asset-source.ts';
import { ASSET_NAMES } from '../../shared/reference/assets.ts';
import { SUFFIXES } from '../../shared/reference/read-asset.ts';

/** The source that reads the files of the reference pages: a bundle that holds it needs them. */
export const referenceReader = 'shared/reference/read-asset.ts';

/** Puts the files of the reference pages beside a bundle, compressed already, in every form that they are served in. */
export const writeReference = async (folder: string): Promise<void> => {
  for (const name of ASSET_NAMES) {
    const forms = await makeForms(name);
    for (const encoding of Object.keys(SUFFIXES) as Encoding[]) {
      await writeFile(join(folder, name + SUFFIXES[encoding]), forms[encoding]);
    }
  }
};
