import { adapter as chunksWrite } from './chunks.write.ts';
import { adapter as documentsBusy } from './documents.busy.ts';
import { adapter as documentsRead } from './documents.read.ts';
import { adapter as documentsWrite } from './documents.write.ts';
import { adapter as embedder } from './embedder.ts';
import { adapter as filesPresign } from './files.presign.ts';
import { adapter as filesRead } from './files.read.ts';
import { adapter as filesWrite } from './files.write.ts';
import { adapter as idempotencyWrite } from './idempotency.write.ts';
import { adapter as limitsWrite } from './limits.write.ts';
import { adapter as membershipsRead } from './memberships.read.ts';
import { adapter as projectsRead } from './projects.read.ts';
import { adapter as projectsWrite } from './projects.write.ts';
import { adapter as queueProcess } from './queue.process.ts';
import { adapter as registerRead } from './register.read.ts';
import { adapter as uploadsRead } from './uploads.read.ts';
import { adapter as uploadsWrite } from './uploads.write.ts';
import type { Adapters } from '../../http/provide.ts';
import type { PortName } from '../../ports.ts';

/** Every port's adapter, for one machine and for tests; a Lambda bundle imports only those it declares. */
export const adapters = {
  'chunks.write': chunksWrite,
  'documents.busy': documentsBusy,
  'documents.read': documentsRead,
  'documents.write': documentsWrite,
  embedder: embedder,
  'files.presign': filesPresign,
  'files.read': filesRead,
  'files.write': filesWrite,
  'idempotency.write': idempotencyWrite,
  'limits.write': limitsWrite,
  'memberships.read': membershipsRead,
  'projects.read': projectsRead,
  'projects.write': projectsWrite,
  'queue.process': queueProcess,
  'register.read': registerRead,
  'uploads.read': uploadsRead,
  'uploads.write': uploadsWrite,
} satisfies Required<Pick<Adapters, PortName>>;
