import module from 'node:module';

// Entry point of `npm start` in plain JavaScript, so that an old Node reports what is wrong instead of failing on a
// type annotation.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Node ${process.versions.node} is too old for the local service: install Node 24, or run "npm ci" without "--omit=optional" and start with "npm start", which then uses the Node 24 among the dependencies.`,
  );
  process.exit(1);
}

// glibc reads the number of its memory arenas when a process starts: two, instead of eight for each processor, return
// memory after work.
if (process.platform === 'linux' && process.env.MALLOC_ARENA_MAX === undefined && process.execve) {
  const [program = '', ...args] = process.argv;
  process.execve(program, [program, ...process.execArgv, ...args], { ...process.env, MALLOC_ARENA_MAX: '2' });
}

// Suppresses the warnings that node:sqlite and, on Node 22, type stripping are experimental.
process.removeAllListeners('warning');
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') console.error(warning.stack ?? warning.message);
});

// Caches stripped and compiled modules for later starts.
module.enableCompileCache();
const { main } = await import('./start.ts');
await main();
