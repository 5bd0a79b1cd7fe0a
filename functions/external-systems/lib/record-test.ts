import { Conflict, NotFound } from '../../../shared/domain/errors.ts';
import { isCalledAlike, type SystemRecord } from '../../../shared/domain/external-systems/system.ts';
import type { Ports } from '../../../shared/ports.ts';

/** Attempts before the result is left unrecorded because of concurrent writers. */
const ATTEMPTS = 10;

interface Terms {
  writeId: string;
  now: Date;
}

/** Returns the change that a test result makes to a record; an inactive one stays inactive. */
const changeOf = (record: SystemRecord, success: boolean, testedAt: string): Partial<SystemRecord> => ({
  ...(record.is_active && { status: success ? 'active' : 'error' }),
  last_tested_at: testedAt,
  last_test_status: success ? 'success' : 'failure',
});

/** Records a test result, unless the system has since been changed in a way that affects how it is called. */
export const recordTest = async (
  tested: SystemRecord,
  { success, tested_at }: { success: boolean; tested_at: string },
  ports: Pick<Ports, 'systems.read' | 'systems.write'>,
  { writeId, now }: Terms,
): Promise<void> => {
  const { organization_id, system_id } = tested;
  let record: SystemRecord | undefined = tested;
  for (let attempt = 1; attempt <= ATTEMPTS && record && isCalledAlike(tested, record); attempt++) {
    const guard = { ifVersion: record.record_version, writeId, now, before: record };
    try {
      await ports['systems.write'].change(organization_id, system_id, changeOf(record, success, tested_at), guard);
      return;
    } catch (error) {
      if (error instanceof NotFound) return;
      if (!(error instanceof Conflict)) throw error;
      record = await ports['systems.read'].get(organization_id, system_id);
    }
  }
};
