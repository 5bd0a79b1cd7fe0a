import { expect, test } from 'vitest';
import { allowedHosts } from '../../infra/local/allowed-hosts.ts';

test('only the named servers on this machine may be called', () => {
  const allows = allowedHosts('localhost:8080, 127.0.0.1:9000,[::1]:9001,');
  expect(allows('localhost', 8080)).toBe(true);
  expect(allows('127.0.0.1', 9000)).toBe(true);
  expect(allows('::1', 9001)).toBe(true);
  expect(allows('localhost', 9000)).toBe(false);
  expect(allows('127.0.0.2', 9000)).toBe(false);
  expect(allowedHosts('')('localhost', 80)).toBe(false);
});

test.each([
  'example.com:80',
  '10.0.0.1:80',
  '169.254.169.254:80',
  '[fd00:ec2::254]:80',
  'localhost',
  '*:80',
  '0.0.0.0:80',
])('rejects %s', (entry) =>
  expect(() => allowedHosts(`localhost:1,${entry}`)).toThrow(/OUTBOUND_ALLOWED_HOSTS takes loopback hosts/),
);
