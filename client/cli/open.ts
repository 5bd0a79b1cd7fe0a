import { spawn } from 'node:child_process';
import process from 'node:process';

/** Milliseconds to wait for a browser that stays in the foreground. */
const FOREGROUND_MS = 3000;

/**
 * Opens a URL in this machine's browser.
 * @param onMissing called if there is no browser, or none that can be shown
 */
export const openInBrowser = (url: string, onMissing: () => void): void => {
  // The Windows shell would treat "&" as the end of the command; rundll32 takes the URL unchanged.
  const [command, ...args] = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] }[
    process.platform as string
  ] ?? ['xdg-open'];
  const browser = spawn(command as string, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', onMissing)
    .on('exit', (code) => {
      if (code !== 0) onMissing();
    });
  setTimeout(() => browser.unref(), FOREGROUND_MS).unref();
};
