import type { StageFile } from '../cloud/settings.ts';

/** The settings of the stage `prod`. Its account has to be set before the first deployment. */
export const prod: StageFile = {};
