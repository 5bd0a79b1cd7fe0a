import * as mcp from './mcp.ts';
import * as protectedResource from './protected-resource.ts';

/** In the order of the reference pages. */
export const operations = [mcp, protectedResource];
