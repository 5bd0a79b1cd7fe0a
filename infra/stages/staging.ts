import type { StageFile } from '../cloud/settings.ts';

/** What the stage `staging` is deployed with. Its account has to be named before the first deployment. */
export const staging: StageFile = {};
