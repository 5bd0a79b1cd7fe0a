import { spawn } from 'node:child_process';
import process from 'node:process';

/** How long a browser that stays in the foreground is waited for, milliseconds. */
const FOREGROUND_MS = 3000;

/** Opens an address in this machine's browser. @param onMissing called where there is none, or none that can be shown */
export const openInBrowser = (url: string, onMissing: () => void): void => {
  // The shell of Windows would read "&" as the end of the command; rundll32 takes the address as it is.
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
