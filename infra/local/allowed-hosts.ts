import { BlockList, isIP } from 'node:net';
import { LocalError } from './local-error.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

const isLoopback = (host: string): boolean => {
  if (host === 'localhost') return true;
  const version = isIP(host);
  return version !== 0 && loopback.check(host, version === 6 ? 'ipv6' : 'ipv4');
};

/**
 * Parses `OUTBOUND_ALLOWED_HOSTS`, the servers on this machine that the service may call: `localhost:8080,[::1]:9000`.
 * The functions in the cloud have no such variable.
 *
 * @throws LocalError for anything but loopback hosts with a port
 */
export const allowedHosts = (list = ''): ((host: string, port: number) => boolean) => {
  const entries = list.split(',').filter((entry) => entry.trim() !== '');
  const allowed = entries.map((entry) => {
    const [, bracketed, plain, port] = /^(?:\[([\da-f:]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(entry.trim()) ?? [];
    const host = (bracketed ?? plain ?? '').toLowerCase();
    if (!isLoopback(host)) {
      throw new LocalError(
        `OUTBOUND_ALLOWED_HOSTS takes loopback hosts with a port, such as localhost:8080: "${entry}".`,
      );
    }
    return `${host} ${Number(port)}`;
  });
  return (host, port) => allowed.includes(`${host} ${port}`);
};
