import type { StageFile } from '../cloud/settings.ts';

/** The settings of the stage `staging`. Its account has to be set before the first deployment. */
export const staging: StageFile = {};
