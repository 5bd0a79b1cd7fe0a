import { Conflict } from '../../../shared/domain/errors.ts';
import type { PreferencesRecord } from '../../../shared/domain/mail/mail-preferences.ts';
import type { Ports } from '../../../shared/ports.ts';

type Modes = PreferencesRecord['modes'];
type WritePorts = Pick<Ports, 'preferences.read' | 'preferences.write'>;

export interface ModesWrite {
  organizationId: string;
  subscriber: string;
  /** Derives the modes to write from the stored record. */
  modes: (record: PreferencesRecord | undefined) => Modes;
  /** The version that the caller read; 0 if there was none. */
  ifVersion?: number | undefined;
  writeId: string;
  now: Date;
}

/**
 * Writes a user's notification modes, whether or not a record exists. Running it again changes nothing.
 * @throws Conflict if `ifVersion` is not the current version, or if another write happened concurrently
 */
export const writeModes = async (write: ModesWrite, ports: WritePorts): Promise<PreferencesRecord> => {
  const { organizationId, subscriber, ifVersion, writeId, now } = write;
  const record = await ports['preferences.read'].get(organizationId, subscriber);
  const modes = write.modes(record);
  if (record) {
    const guard = { ifVersion: ifVersion ?? record.record_version, writeId, now };
    return await ports['preferences.write'].change(organizationId, subscriber, { modes }, guard);
  }
  if (ifVersion !== undefined && ifVersion !== 0) {
    throw new Conflict('No preferences are stored yet: the current version is 0', 'version_conflict');
  }
  const at = now.toISOString();
  const written = { created_at: at, updated_at: at, record_version: 1, write_id: writeId };
  return await ports['preferences.write'].create({
    ...{ organization_id: organizationId, user_id: subscriber, modes },
    ...written,
  });
};
