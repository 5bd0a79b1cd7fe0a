import type { Change } from '../change.ts';
import type { Cloud } from './join-clouds.ts';

export interface FoundChanges {
  changes: Change[];
  /** The revision clouds among the changes. */
  clouds: Cloud[];
  marks: Uint8Array<ArrayBuffer>;
  /**
   * Number of larger patches judged to be rendering artefacts, and of dashed lines whose dashes merely start
   * elsewhere.
   */
  suppressed: number;
}
