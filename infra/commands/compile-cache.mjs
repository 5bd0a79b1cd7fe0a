import module from 'node:module';

// Loaded before a command (`--import`): stripped and compiled modules are kept for later starts.
module.enableCompileCache?.();
