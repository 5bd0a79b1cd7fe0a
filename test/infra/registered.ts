import { operations } from '../../functions/registry.ts';
import { workers } from '../../functions/workers/registry.ts';
import { unitsOf } from '../../infra/build/unit.ts';
import type { Registered } from '../../infra/cloud/registered.ts';

export const stages = ['dev', 'prod'] as const;
export type Stage = (typeof stages)[number];

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
