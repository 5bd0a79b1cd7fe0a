import { LINK_PURPOSES, type LinkName, linkNames } from '../../domain/access/link-purposes.ts';
import type { Environment } from '../../environment.ts';
import type { Ports } from '../../ports.ts';
import { type QueueName, queueNames } from '../../queue/queues.ts';
import type { Kind, StoredRecord } from '../../table/kind.ts';
import {
  type KindName,
  kinds,
  type ReadKind,
  readKinds,
  type SearchKind,
  searchKinds,
  type WriteKind,
  writeKinds,
} from '../../table/kinds/index.ts';
import { deliveriesAdapter } from '../clients/deliveries.ts';
import { queueAdapter } from '../clients/queue.ts';
import { readAdapter } from '../records/read-records.ts';
import { searchAdapter } from '../records/search-records.ts';
import { writeAdapter } from '../records/write-records.ts';
import { sealAdapter } from '../secrets/links.ts';

/** Ports whose adapters follow from the declaration of a kind of record, a queue or a purpose of links. */
export type DerivedPort =
  | `${ReadKind}.read`
  | `${WriteKind}.write`
  | `${SearchKind}.search`
  | `${'queue' | 'deliveries'}.${QueueName}`
  | `${LinkName}.seal`;

/** Returns a kind as one of some record type: the adapter's type follows from the port. */
const kindOf = (name: KindName) => kinds[name] as unknown as Kind<StoredRecord>;

/** The adapters of all derived ports. */
export const derived = Object.fromEntries([
  ...readKinds.map((name) => [`${name}.read`, readAdapter(kindOf(name))]),
  ...writeKinds.map((name) => [`${name}.write`, writeAdapter(kindOf(name))]),
  ...searchKinds.map((name) => [`${name}.search`, searchAdapter(kinds[name] as never)]),
  ...linkNames.map((name) => [`${name}.seal`, sealAdapter(LINK_PURPOSES[name])]),
  ...queueNames.map((name) => [`queue.${name}`, queueAdapter(name)]),
  ...queueNames.map((name) => [`deliveries.${name}`, deliveriesAdapter(name)]),
]) as { [P in DerivedPort]: (environment: Environment) => Ports[P] };
