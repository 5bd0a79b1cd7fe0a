import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** A compiled WebAssembly module. */
export type CompiledModule = object;
// The compiler's type library has WebAssembly only together with the DOM.
const { Module } = (globalThis as unknown as { WebAssembly: { Module: new (bytes: Uint8Array) => CompiledModule } })
  .WebAssembly;

let compiled: CompiledModule | undefined;

const moduleFile = (): string | URL =>
  import.meta.url.endsWith('.ts')
    ? createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')
    : new URL('./pdfium.wasm', import.meta.url);

/**
 * Returns PDFium as a module that the threads of this process share, with its machine code: V8 translates each function
 * when it is first called, and again when it is called often, which would take each thread 0.15 s. The file is next to the
 * bundle, or in its package when run from source.
 */
export const pdfiumModule = (): CompiledModule => {
  compiled ??= new Module(readFileSync(moduleFile()));
  return compiled;
};
