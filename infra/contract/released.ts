import { join } from 'node:path';
import { root } from '../build/root.ts';

/** The description of the interface as it was last released, without its words and examples. */
export const RELEASED = join(root, 'test/contract/released/v1.json');
