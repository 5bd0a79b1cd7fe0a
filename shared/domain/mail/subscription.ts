import * as z from 'zod';
import { type DeliveryMode, modesOf, type PreferencesRecord } from './preferences.ts';
import { NOTIFICATION_TYPES, NotificationType } from './values.ts';

/** Mails that somebody can end by a link in them: those of one type, or the digests. */
export const Subscription = z.object({
  organization_id: z.string(),
  /** Whose preferences it is about: see `subscriberOf`. */
  subscriber: z.string(),
  mails: z.union([NotificationType, z.literal('digest')]),
});
export type Subscription = z.infer<typeof Subscription>;

/** Under whom the preferences of a recipient are kept: the subject of the identity, or else the address. */
export const subscriberOf = ({ id, address }: { id: string | null; address: string }): string =>
  id ?? `mailto:${address.toLowerCase()}`;

/** The modes with those mails ended. Digests end with every type that they tell of. */
export const endedModes = (
  record: Pick<PreferencesRecord, 'modes'> | undefined,
  mails: Subscription['mails'],
): PreferencesRecord['modes'] => {
  const modes = modesOf(record);
  const ended = NOTIFICATION_TYPES.filter((type) => (mails === 'digest' ? modes[type] === 'digest' : type === mails));
  return { ...record?.modes, ...Object.fromEntries(ended.map((type) => [type, 'off' satisfies DeliveryMode])) };
};
