import { join } from 'node:path';
import { root } from '../build/root.ts';

/** The OpenAPI description as last released, without descriptions and examples. */
export const RELEASED = join(root, 'test/contract/released/v1.json');
