import type { StageFile } from '../cloud/settings.ts';
import { isPreview } from '../cloud/stages.ts';
import { dev } from './dev.ts';
import { preview } from './preview.ts';
import { prod } from './prod.ts';
import { staging } from './staging.ts';

const files: Readonly<Record<string, StageFile>> = { dev, staging, prod };

/** What the file of a stage gives; empty for a stage that has none. */
export const fileOf = (stage: string): StageFile => (isPreview(stage) ? preview : (files[stage] ?? {}));
