import type { LinkName } from '../domain/access/link-purposes.ts';
import type { PersonRecord } from '../domain/access/person.ts';
import type { LinkTarget } from '../domain/access/sealed-link.ts';
import type { ViewerLink } from '../domain/access/viewer-link.ts';
import type { Subscription } from '../domain/mail/subscription.ts';
import type { TransmittalLink } from '../domain/transmittals/transmittal.ts';

/** What the links of each name contain. */
interface Sealed extends Record<LinkName, unknown> {
  links: LinkTarget;
  'viewer-links': ViewerLink;
  /** The access of one recipient to a transmittal. */
  'transmittal-links': TransmittalLink;
  /** The right to end a subscription without a login. */
  unsubscribe: Subscription;
}

/** Seals links of one purpose into opaque, URL-safe tokens. Only holders of the key can make or read one. */
export interface LinksSeal<T> {
  seal(link: T): Promise<string>;
  /** Returns one token per link, in order, with one request for a key. */
  sealAll(links: readonly T[]): Promise<string[]>;
}

/** Opens the tokens of one purpose. */
export interface LinksOpen<T> {
  /**
   * Returns what a token contains; undefined for anything that `seal` did not make, and, except for `links`, if the
   * organization has been deleted.
   */
  open(token: string): Promise<T | undefined>;
}

export type LinkSealPorts = { [N in LinkName as `${N}.seal`]: LinksSeal<Sealed[N]> };

export interface LinkOpenPorts {
  'links.open': LinksOpen<Sealed['links']>;
  /** Returns the claims of the creator's newest token too. */
  'viewer-links.open': LinksOpen<{ link: ViewerLink; creator: PersonRecord | undefined }>;
  'transmittal-links.open': LinksOpen<Sealed['transmittal-links']>;
  'unsubscribe.open': LinksOpen<Sealed['unsubscribe']>;
}
