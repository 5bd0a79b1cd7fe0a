import { operations } from '../../../functions/registry.ts';
import type { Operation } from '../../../shared/http/operation.ts';
import { fixtureOf } from '../../contract/fixtures/index.ts';
import { send } from '../../contract/fixtures/request.ts';
import { makeWorld } from '../../contract/fixtures/world.ts';
import { createProject, processed, recordBody, uploadByLink } from '../../support/documents.ts';
import { eventually, startService } from '../../support/service.ts';
import { startGeocoder } from '../../support/systems.ts';
import { scheduledRuns } from './cost-of.ts';
import { addUse, meteredRegistry, startMeter, takeUses, type Use } from './meter.ts';

/** Milliseconds without a write after which all effects of a request have ended. */
const QUIET_MS = 1500;
const LONGEST_SECONDS = 300;

/** A service whose functions' use is counted, with a project in it. */
export const startMeteredService = async () => {
  const geocoder = await startGeocoder();
  const service = await startService(
    { OUTBOUND_ALLOWED_HOSTS: geocoder.host },
    { wrap: meteredRegistry, limited: true },
  );
  startMeter();
  const world = await makeWorld(service, { user: 'ann', organization: 'acme' }, geocoder.url);
  const admin = await service.as({ role: 'platform_admin' });
  const project = await createProject(admin);

  /** Returns the use until no further writes occur. */
  const settledUses = async (): Promise<Map<string, Use>> => {
    const all = takeUses();
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      const more = takeUses();
      for (const [id, use] of more) all.set(id, addUse(all.get(id), use));
      const isBusy = [...more.values()].some((use) => use.writeUnits + use.sqs + use.s3Writes > 0);
      if (!isBusy) return all;
    }
  };

  /**
   * Returns the use of a single request of each operation, by its id; omits operations that wait for others' results.
   */
  const usesOfRequests = async (times: number): Promise<Map<string, Use>> => {
    const uses = new Map<string, Use>();
    for (const { operation, group } of operations) {
      const fixture = fixtureOf({ operation, group });
      const isOwn = operation.auth !== 'public' && operation.auth.role !== 'org_admin';
      const api = isOwn && operation.auth.role !== 'platform_admin' ? world.api : admin;
      for (let time = 0; time < times; time++) {
        const [request] = await fixture.own(world);
        if (!request) break;
        await settledUses();
        const { status } = await send(api, operation as Operation, request);
        const use = takeUses().get(operation.id);
        if (use && status < 400) uses.set(operation.id, addUse(uses.get(operation.id), use));
      }
    }
    return uses;
  };

  /** Returns the use of the scheduled workers, by id: they run whether or not there is work. */
  const standing = new Map<string, Use>();
  /** Returns the use of the work itself, without polling for its completion. */
  const withoutStanding = (uses: Map<string, Use>, asking: string): Map<string, Use> => {
    uses.delete(asking);
    for (const id of scheduledRuns.keys()) {
      const use = uses.get(id);
      if (use) standing.set(id, addUse(standing.get(id), use));
      uses.delete(id);
    }
    return uses;
  };

  const upload = async (bytes: Uint8Array, filename: string): Promise<string> => {
    const path = await uploadByLink(admin, project, bytes, filename);
    const { body } = await admin.call('POST', '/api/v1/documents', recordBody(project, path, { filename }));
    await processed(admin, body.id, LONGEST_SECONDS);
    await eventually(async () => {
      const { text_status } = (await admin.call('GET', `/api/v1/documents/${body.id}`)).body;
      return text_status === 'recognising' ? undefined : text_status;
    }, LONGEST_SECONDS);
    return body.id;
  };

  /** Returns the use of uploading and processing the files, until the last worker has ended. */
  const usesOfDocuments = async (files: readonly Uint8Array[]): Promise<Map<string, Use>> => {
    await settledUses();
    for (const [i, bytes] of files.entries()) await upload(bytes, `document-${i}.pdf`);
    return withoutStanding(await settledUses(), 'get-document');
  };

  /** Returns the use of comparing the pairs, without their upload. */
  const usesOfComparisons = async (
    pairs: readonly (readonly [Uint8Array, Uint8Array])[],
  ): Promise<Map<string, Use>> => {
    const ids: [string, string][] = [];
    for (const [v1, v2] of pairs) ids.push([await upload(v1, 'older.pdf'), await upload(v2, 'newer.pdf')]);
    await settledUses();
    for (const [original_document_id, comparison_document_id] of ids) {
      const asked = { original_document_id, comparison_document_id };
      const { status, text, body } = await admin.call('POST', '/api/v1/drawing-comparisons', asked);
      if (status >= 400) throw new Error(`A comparison was refused: ${text}`);
      const { drawing_comparison_id } = body;
      await eventually(async () => {
        const answer = await admin.call('GET', `/api/v1/drawing-comparisons/${drawing_comparison_id}`);
        const { drawing_comparison } = answer.body;
        if (drawing_comparison.status === 'failed') throw new Error(`A comparison failed: ${drawing_comparison.error}`);
        return drawing_comparison.status === 'ready' ? true : undefined;
      }, LONGEST_SECONDS);
    }
    return withoutStanding(await settledUses(), 'get-comparison');
  };

  const end = async (): Promise<void> => {
    await service.end();
    await geocoder.end();
  };
  return { usesOfRequests, usesOfDocuments, usesOfComparisons, standing, end };
};
