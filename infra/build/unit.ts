import { portNamesOf } from '../../shared/http/provide.ts';
import type { PortName } from '../../shared/ports.ts';
import { portNamesOfWorker } from '../../shared/queue/worker.ts';
import type { RegisteredOperation, RegisteredWorker } from '../cloud/registered.ts';

/** One function to bundle. */
export interface Unit {
  /** Names the function and its folder below `dist/lambda`. */
  id: string;
  /** The capabilities whose adapters the bundle may hold. */
  ports: readonly PortName[];
  /** The entry's TypeScript, with imports relative to the project's root; exports `handler`. */
  source: string;
}

/** An entry that binds the adapters of the given ports and of no others, then hands out the module's handler. */
const bound = (module: string, ports: readonly PortName[]): string =>
  [
    ...ports.map((port, i) => `import { adapter as a${i} } from './shared/aws/adapters/${port}.ts';`),
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

/** The function behind every address that is no route; it knows the routes, to tell a wrong method apart. */
const unknownRouteUnit = (operations: readonly RegisteredOperation[]): Unit => {
  const routes = operations.map(({ operation: { method, path } }) => [method, path]);
  const source = [
    `import { unknownRoute } from './infra/cloud/unknown-route.ts';`,
    `export const handler = unknownRoute(${JSON.stringify(routes)});`,
  ].join('\n');
  return { id: 'unknown-route', ports: [], source };
};

/** Every function of the service. */
export const unitsOf = (operations: readonly RegisteredOperation[], workers: readonly RegisteredWorker[]): Unit[] => [
  ...operations.map(operationUnit),
  ...workers.map(workerUnit),
  unknownRouteUnit(operations),
];
