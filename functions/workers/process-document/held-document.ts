import type { DocumentChange, DocumentRecord } from '../../../shared/domain/documents/document.ts';
import { TRANSITIONS, type Transition } from '../../../shared/domain/documents/transitions.ts';
import { Conflict } from '../../../shared/domain/errors.ts';
import type { Ports } from '../../../shared/ports.ts';
import { Stopwatch } from './stopwatch.ts';

/** Changes by callers that a run rides out before it gives way. */
const ATTEMPTS = 5;

/** One worker's hold on one document: every write of the run is conditional on the lease. */
export class HeldDocument {
  record: DocumentRecord;
  /** What the file turned out to be; part of whatever ends the run. */
  facts: DocumentChange = {};
  readonly watch = new Stopwatch();
  readonly owner: string;
  readonly #ports: Pick<Ports, 'documents.read' | 'documents.write'>;

  constructor(record: DocumentRecord, owner: string, ports: Pick<Ports, 'documents.read' | 'documents.write'>) {
    this.record = record;
    this.owner = owner;
    this.#ports = ports;
  }

  /**
   * Ends the run in a final state; what a caller changed meanwhile is read and built upon.
   * @throws Conflict when the document is no longer held
   */
  async end(transition: Transition, change: (record: DocumentRecord) => DocumentChange): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const { organization_id, project_id, document_id, record_version } = this.record;
      try {
        await this.#ports['documents.write'].change(
          organization_id,
          project_id,
          document_id,
          { ...this.facts, ...change(this.record), lease: null },
          {
            transition,
            leaseOwner: this.owner,
            ifVersion: record_version,
            writeId: `${this.owner}:${transition.name}`,
            now: new Date(),
          },
        );
        return;
      } catch (error) {
        if (!(error instanceof Conflict) || attempt === ATTEMPTS) throw error;
        const standing = await this.#ports['documents.read'].get(organization_id, document_id);
        if (standing?.lease?.owner !== this.owner) throw error;
        this.record = standing;
      }
    }
  }

  fail(error: string, detail: Record<string, unknown>): Promise<void> {
    return this.end(TRANSITIONS.fail, () => ({ error, error_detail: detail }));
  }

  /** Lets the next delivery take the document at once. */
  async release(): Promise<void> {
    const { organization_id, document_id } = this.record;
    await this.#ports['documents.write'].extendLease(organization_id, document_id, { owner: this.owner, until: 0 });
  }
}
