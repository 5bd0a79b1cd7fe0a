import { type Environment, environment } from '../environment.ts';
import type { PortName, Ports } from '../ports.ts';
import type { Operation } from './operation.ts';

/** Creates a port from the environment; called once per process, on first use. */
type Adapter<N extends PortName> = (environment: Environment) => Ports[N];
export type Adapters = { [N in PortName]?: Adapter<N> };

const adapters: Adapters = {};
const instances: Partial<Ports> = {};

/** Registers adapters by port name; a repeated name replaces the adapter and its instance. */
export const provide = (given: Adapters): void => {
  Object.assign(adapters, given);
  for (const name of Object.keys(given) as PortName[]) delete instances[name];
};

const instance = <N extends PortName>(name: N): Ports[N] => {
  const made = instances[name];
  if (made) return made;
  const adapter = adapters[name] as Adapter<N> | undefined;
  if (!adapter) throw new Error(`No adapter was provided for the port ${name}`);
  const port = adapter(environment());
  instances[name] = port as Partial<Ports>[N];
  return port;
};

/**
 * Returns exactly the named ports. @throws Error for a port without an adapter, or for a variable that its adapter
 * lacks
 */
export const portsFor = <const N extends PortName>(names: readonly N[]): Pick<Ports, N> =>
  Object.fromEntries(names.map((name) => [name, instance(name)])) as unknown as Pick<Ports, N>;

/** Returns the ports that an operation's function needs: its own `uses`, and those of the HTTP layer. */
export const portNamesOf = (operation: Operation): PortName[] => {
  const names = new Set<PortName>(operation.uses);
  if (operation.auth !== 'public') {
    names.add('limits.write');
    names.add('people.write');
    if (operation.auth.projects !== false) names.add('memberships.read');
    if (operation.auth.apiKey) names.add('api-keys.read');
    if (operation.auth.viewerLink) names.add('viewer-links.open');
    if (operation.method === 'POST') names.add('idempotency.write');
  }
  return [...names].sort();
};
