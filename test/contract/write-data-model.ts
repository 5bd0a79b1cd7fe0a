import { writeFileSync } from 'node:fs';
import { dataModel } from './data-model.ts';

/** `npm run data-model`: writes `docs/data-model.md`. */
writeFileSync('docs/data-model.md', dataModel());
