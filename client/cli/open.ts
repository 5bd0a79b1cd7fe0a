import { spawn } from 'node:child_process';
import process from 'node:process';

/** Opens an address in this machine's browser. @param onMissing called where there is none */
export const openInBrowser = (url: string, onMissing: () => void): void => {
  // The shell of Windows would read "&" as the end of the command; rundll32 takes the address as it is.
  const [command, ...args] = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] }[
    process.platform as string
  ] ?? ['xdg-open'];
  spawn(command as string, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', onMissing)
    .unref();
};
