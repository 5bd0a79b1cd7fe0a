import type { FilesPresign } from '../../../shared/ports.ts';

/** Lifetime of links to exports in seconds. */
const LINK_SECONDS = 3600;

/** Returns a link to a stored export: the report opens in the browser, other files are downloaded under their name. */
export const exportLink = async (files: FilesPresign, path: string, name: string, now: Date) => ({
  filename: name,
  download_url:
    name === 'report.html' ? await files.view(path, LINK_SECONDS) : await files.download(path, name, LINK_SECONDS),
  expires_at: new Date(now.getTime() + LINK_SECONDS * 1000).toISOString(),
});
