import { operations } from '../../functions/registry.ts';
import { workers } from '../../functions/workers/registry.ts';
import { unitsOf } from '../../infra/build/unit.ts';
import type { Registered } from '../../infra/cloud/registered.ts';
import { parseSettings, type Settings } from '../../infra/cloud/settings.ts';

export const stages = ['dev', 'prod', 'pr-1'] as const;
export type Stage = (typeof stages)[number];

/** What is settled for a stage. */
export const settled = Object.fromEntries(stages.map((stage) => [stage, parseSettings({ stage })])) as Record<
  Stage,
  Settings
>;

export const registered: Registered = { operations, workers };
export const units = unitsOf(operations, workers);

export interface Finding {
  rule: string;
  /** Path of the construct. */
  where: string;
}
export interface Reason extends Finding {
  reason: string;
}
