import type { StageFile } from '../cloud/settings.ts';
import { isPreview } from '../cloud/stages.ts';
import { dev } from './dev.ts';
import { preview } from './preview.ts';
import { prod } from './prod.ts';
import { staging } from './staging.ts';

const files: Readonly<Record<string, StageFile>> = { dev, staging, prod };

/** Returns the settings in the file of a stage; empty for a stage without a file. */
export const fileOf = (stage: string): StageFile => (isPreview(stage) ? preview : (files[stage] ?? {}));
