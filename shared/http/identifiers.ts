import { createHmac, randomBytes } from 'node:crypto';

/** Formats a UUID version 7: 48 bits of time, 12 bits of `sequence`, 62 of the given bits. */
const uuid7 = (milliseconds: number, sequence: number, bytes: Buffer): string => {
  const uuid = Buffer.alloc(16);
  uuid.writeUIntBE(milliseconds, 0, 6);
  uuid.writeUInt16BE(0x7000 | (sequence & 0x0fff), 6);
  bytes.copy(uuid, 8, 0, 8);
  uuid.writeUInt8((uuid.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = uuid.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
};

/** Returns a generator of random UUIDv7s that sort in the order they were generated. */
export const randomIds = (now: Date): (() => string) => {
  let given = 0;
  return () => uuid7(now.getTime(), given++, randomBytes(8));
};

/** Returns a new seed for `seededIds`: the time and 128 random bits. */
export const newSeed = (now: Date): string => `${now.getTime()}.${randomBytes(16).toString('hex')}`;

/**
 * Returns a generator that yields the same sequence of UUIDv7s for the same seed. @throws Error if the seed is not from
 * `newSeed`
 */
export const seededIds = (seed: string): (() => string) => {
  const [time = '', secret = ''] = seed.split('.');
  if (!/^\d{1,15}$/.test(time) || secret === '') throw new Error('The seed of the identifiers is malformed');
  let given = 0;
  return () => {
    const bytes = createHmac('sha256', secret).update(String(given)).digest();
    return uuid7(Number(time), given++, bytes);
  };
};

/** A sequence of UUIDv7s for a part of a request; the same identifier of `newId` gives the same sequence. */
export const idsUnder = (id: string): (() => string) => {
  const milliseconds = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  return seededIds(`${milliseconds}.${id}`);
};
