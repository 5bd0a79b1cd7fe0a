import { LINK_PURPOSES, type LinkName, linkNames } from '../../shared/domain/access/link-purposes.ts';
import { portNamesOf } from '../../shared/http/provide.ts';
import type { PortName } from '../../shared/ports.ts';
import { portNamesOfWorker } from '../../shared/queue/worker.ts';
import { readKinds, searchKinds, writeKinds } from '../../shared/table/kinds/index.ts';
import type { RegisteredOperation, RegisteredWorker } from '../cloud/registered.ts';

/** A function to bundle. */
export interface Unit {
  /** The name of the function and of its folder below `dist/lambda`. */
  id: string;
  /** The capabilities whose adapters the bundle may include. */
  ports: readonly PortName[];
  /** The TypeScript of the entry point, which exports `handler`; imports are relative to the project's root. */
  source: string;
}

const recordPorts: ReadonlySet<string> = new Set([
  ...readKinds.map((kind) => `${kind}.read`),
  ...writeKinds.map((kind) => `${kind}.write`),
  ...searchKinds.map((kind) => `${kind}.search`),
]);
const sealPorts: ReadonlySet<string> = new Set(linkNames.map((name) => `${name}.seal`));

/** Returns TypeScript that declares one port's adapter under a name, with imports relative to the project's root. */
export const adapterSource = (port: PortName, as: string): string => {
  const [group = '', name = ''] = port.split('.');
  if (recordPorts.has(port)) {
    // A kind's module exports it in upper case: `SHEET_TEMPLATES` for `sheet-templates`.
    const kind = group.toUpperCase().replaceAll('-', '_');
    return [
      `import { ${name}Adapter as ${as}Of } from './shared/aws/records/${name}-records.ts';`,
      `import { ${kind} as ${as}Kind } from './shared/table/kinds/${group}.ts';`,
      `const ${as} = ${as}Of(${as}Kind);`,
    ].join('\n');
  }
  if (group === 'queue' || group === 'deliveries') {
    return [
      `import { ${group}Adapter as ${as}Of } from './shared/aws/clients/${group}.ts';`,
      `const ${as} = ${as}Of('${name}');`,
    ].join('\n');
  }
  if (sealPorts.has(port)) {
    return [
      `import { sealAdapter as ${as}Of } from './shared/aws/secrets/links.ts';`,
      `const ${as} = ${as}Of('${LINK_PURPOSES[group as LinkName]}');`,
    ].join('\n');
  }
  return `import { adapter as ${as} } from './shared/aws/adapters/${port}.ts';`;
};

/** Returns the modules that `adapterSource` imports. */
export const adapterModules = (port: PortName): string[] =>
  [...adapterSource(port, 'a').matchAll(/from '\.\/([^']+)'/g)].map(([, module]) => module as string);

/** Returns an entry point that provides the adapters of exactly the given ports and exports the module's handler. */
const bound = (module: string, ports: readonly PortName[]): string =>
  [
    ...ports.map((port, i) => adapterSource(port, `a${i}`)),
    `import { provide } from './shared/http/provide.ts';`,
    `provide({ ${ports.map((port, i) => `'${port}': a${i}`).join(', ')} });`,
    `export { handler } from './${module}';`,
  ].join('\n');

const operationUnit = ({ operation, module }: RegisteredOperation): Unit => {
  const ports = portNamesOf(operation);
  return { id: operation.id, ports, source: bound(module, ports) };
};

const workerUnit = ({ worker, module }: RegisteredWorker): Unit => {
  const ports = portNamesOfWorker(worker);
  return { id: worker.id, ports, source: bound(module, ports) };
};

/** The function that handles requests without a matching route; it knows the routes, to distinguish a wrong method. */
const unknownRouteUnit = (operations: readonly RegisteredOperation[]): Unit => {
  const routes = operations.map(({ operation: { method, path } }) => [method, path]);
  const source = [
    `import { unknownRoute } from './shared/http/unknown-route.ts';`,
    `export const handler = unknownRoute(${JSON.stringify(routes)});`,
  ].join('\n');
  return { id: 'unknown-route', ports: [], source };
};

/** Returns every function of the service. */
export const unitsOf = (operations: readonly RegisteredOperation[], workers: readonly RegisteredWorker[]): Unit[] => [
  ...operations.map(operationUnit),
  ...workers.map(workerUnit),
  unknownRouteUnit(operations),
];
