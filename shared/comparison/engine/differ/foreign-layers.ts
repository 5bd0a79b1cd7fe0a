import type { Change } from '../change.ts';
import type { ChangedLayers } from '../read/changed-layers.ts';
import { minimumLayerShare } from './thresholds.ts';

const sides: Partial<Record<Change['kind'], 'older' | 'newer'>> = { graphic_added: 'newer', graphic_removed: 'older' };

/** Programs put on this layer what has none. */
const isNamed = (layer: string): boolean => layer !== '0';

/** Marks linework on layers that only one of the sheets has: it was switched on or off, or inserted, as a whole. */
export const onForeignLayers = (changes: readonly Change[], layers: ChangedLayers): Change[] => {
  if (layers.foreign.size === 0) return [...changes];
  return changes.map((change) => {
    const side = change.text === null && change.ink === undefined ? sides[change.kind] : undefined;
    const [most] = side ? layers.at(change.box, side) : [];
    const isForeign = most && most.share >= minimumLayerShare && isNamed(most.layer) && layers.foreign.has(most.layer);
    return isForeign ? { ...change, ink: most.layer } : change;
  });
};
