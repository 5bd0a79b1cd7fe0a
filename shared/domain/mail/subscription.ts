import * as z from 'zod';
import { type DeliveryMode, modesOf, type PreferencesRecord } from './mail-preferences.ts';
import { NOTIFICATION_TYPES, NotificationType } from './mail-values.ts';

/** Mails that a link in them can unsubscribe from: those of one type, the digests, or those about batches of uploads. */
export const Subscription = z.object({
  organization_id: z.string(),
  /** Whose preferences it applies to: see `subscriberOf`. */
  subscriber: z.string(),
  mails: z.union([NotificationType, z.enum(['digest', 'batch'])]),
  /** The types in a digest to an address, for which the subscriber itself has set no preference. */
  types: z.array(NotificationType).optional(),
});
export type Subscription = z.infer<typeof Subscription>;

/**
 * Returns the key of a recipient's preferences: the subject of the identity, or the address if another person entered
 * it. A link in a mail to such an address changes only what is sent to that address.
 */
export const subscriberOf = ({ id, address }: { id: string | null; address: string }): string =>
  id ?? `mailto:${address.toLowerCase()}`;

/** Returns the modes without those mails. Unsubscribing from a digest or a batch applies to every type that it contains. */
export const endedModes = (
  record: Pick<PreferencesRecord, 'modes'> | undefined,
  { mails, types }: Pick<Subscription, 'mails' | 'types'>,
): PreferencesRecord['modes'] => {
  const modes = modesOf(record);
  const combined = types ?? NOTIFICATION_TYPES.filter((type) => modes[type] === mails);
  const ended = mails === 'digest' || mails === 'batch' ? combined : [mails];
  return { ...record?.modes, ...Object.fromEntries(ended.map((type) => [type, 'off' satisfies DeliveryMode])) };
};

/**
 * Returns the mode for a recipient and a type: the user's choice, unless the address has been unsubscribed from the
 * type.
 */
export const modeOf = (
  type: NotificationType,
  user: Pick<PreferencesRecord, 'modes'> | undefined,
  address: Pick<PreferencesRecord, 'modes'> | undefined,
): DeliveryMode => (modesOf(address)[type] === 'off' ? 'off' : modesOf(user)[type]);
