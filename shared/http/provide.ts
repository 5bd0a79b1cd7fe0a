import { type Environment, environment } from '../environment.ts';
import type { PortName, Ports } from '../ports.ts';
import type { Operation } from './operation.ts';

/** Makes one port from the environment; called once per process, on first use. */
type Adapter<N extends PortName> = (environment: Environment) => Ports[N];
export type Adapters = { [N in PortName]?: Adapter<N> };

const adapters: Adapters = {};
const instances: Partial<Ports> = {};

/** Registers adapters by port name; a name given again replaces the former adapter and its instance. */
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
 * The named ports and no others. @throws Error naming a port without an adapter, or a variable that its adapter
 * misses.
 */
export const portsFor = <const N extends PortName>(names: readonly N[]): Pick<Ports, N> =>
  Object.fromEntries(names.map((name) => [name, instance(name)])) as unknown as Pick<Ports, N>;

/** Ports that an operation's function needs: its own `uses`, and what the HTTP layer needs to serve it. */
export const portNamesOf = (operation: Operation): PortName[] => {
  const names = new Set<PortName>(operation.uses);
  if (operation.auth !== 'public') {
    names.add('limits.write');
    names.add('people.write');
    if (operation.auth.projects !== false) names.add('memberships.read');
    if (operation.auth.apiKey) names.add('api-keys.read');
    if (operation.method === 'POST') names.add('idempotency.write');
  }
  return [...names].sort();
};
