import * as z from 'zod';
import { type DeliveryMode, modesOf, type PreferencesRecord } from './preferences.ts';
import { NOTIFICATION_TYPES, NotificationType } from './values.ts';

/** Mails that somebody can end by a link in them: those of one type, or the digests. */
export const Subscription = z.object({
  organization_id: z.string(),
  /** Whose preferences it is about: see `subscriberOf`. */
  subscriber: z.string(),
  mails: z.union([NotificationType, z.literal('digest')]),
  /** The types of a digest that goes to an address, of which the subscriber has chosen none itself. */
  types: z.array(NotificationType).optional(),
});
export type Subscription = z.infer<typeof Subscription>;

/**
 * Under whom the preferences of a recipient are stored: the subject of the identity, or the address where others typed
 * it. A link in a mail to a typed address changes nothing but what that address gets.
 */
export const subscriberOf = ({ id, address }: { id: string | null; address: string }): string =>
  id ?? `mailto:${address.toLowerCase()}`;

/** The modes with those mails ended. A digest ends with every type that it contains. */
export const endedModes = (
  record: Pick<PreferencesRecord, 'modes'> | undefined,
  { mails, types }: Pick<Subscription, 'mails' | 'types'>,
): PreferencesRecord['modes'] => {
  const modes = modesOf(record);
  const digested = types ?? NOTIFICATION_TYPES.filter((type) => modes[type] === 'digest');
  const ended = mails === 'digest' ? digested : [mails];
  return { ...record?.modes, ...Object.fromEntries(ended.map((type) => [type, 'off' satisfies DeliveryMode])) };
};

/** When a recipient is told of a type: as the user has chosen, unless the address has been unsubscribed from it. */
export const modeOf = (
  type: NotificationType,
  user: Pick<PreferencesRecord, 'modes'> | undefined,
  address: Pick<PreferencesRecord, 'modes'> | undefined,
): DeliveryMode => (modesOf(address)[type] === 'off' ? 'off' : modesOf(user)[type]);
