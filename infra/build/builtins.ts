import { isBuiltin } from 'node:module';
import type { Plugin } from 'esbuild';

const namespace = 'builtin';

/**
 * Loads Node's own modules with `getBuiltinModule`. An `import` of one reads all of its exports, and some of them load
 * much else when they are read: `node:http` exports `WebSocket`, for which Node loads all of undici.
 */
export const builtins: Plugin = {
  name: 'builtin-modules',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^(?:node:)?[a-z_0-9/]+$/ }, ({ path }) => (isBuiltin(path) ? { path, namespace } : undefined));
    onLoad({ filter: /./, namespace }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule(${JSON.stringify(path)});`,
      loader: 'js',
    }));
  },
};
