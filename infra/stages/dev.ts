import type { StageFile } from '../cloud/settings.ts';

/** What the stage `dev` is deployed with; every field is described in `infra/cloud/settings.ts`. */
export const dev: StageFile = {};
