import { Invalid } from '../errors.ts';

/** A place in an organization's feed, and when a reader was there, in epoch seconds. */
export interface FeedPlace {
  position: number;
  at: number;
}

/** Days for which the feed lists an event. */
export const RETENTION_DAYS = 30;

export const writeFeedCursor = ({ position, at }: FeedPlace): string =>
  Buffer.from(`${position}.${at}`, 'utf8').toString('base64url');

/**
 * Returns the place that a cursor names.
 * @throws Invalid for a text that is not a cursor, and for a position whose following events may have left the feed
 */
export const readFeedCursor = (cursor: string, now: Date, loc: string[] = ['query', 'after']): FeedPlace => {
  const [, position, at] = /^(\d{1,12})\.(\d{1,12})$/.exec(Buffer.from(cursor, 'base64url').toString('utf8')) ?? [];
  const place = { position: Number(position), at: Number(at) };
  if (position === undefined || writeFeedCursor(place) !== cursor) throw Invalid.at(loc, 'is not a cursor of the feed');
  if (place.at * 1000 < now.getTime() - RETENTION_DAYS * 86_400_000) {
    throw Invalid.at(loc, `is older than ${RETENTION_DAYS} days: events after it may have been removed`);
  }
  return place;
};
