import type { StageFile } from '../cloud/settings.ts';

/** The settings of the stage `dev`; every field is described in `infra/cloud/settings.ts`. */
export const dev: StageFile = {};
