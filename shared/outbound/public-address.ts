import ipaddr from 'ipaddr.js';

/** Reserved for documentation (RFC 9637), which ipaddr.js does not support. */
const DOCUMENTATION_V6 = ipaddr.IPv6.parse('3fff::');
/** The range assigned to hosts of the public internet; IANA has not allocated the others. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parse('2000::');

/**
 * Returns true for the address of a host on the public internet, as given by the resolver or a socket: global unicast,
 * outside the special ranges. Addresses that embed another one (IPv4-mapped, NAT64, 6to4, Teredo) are special ranges
 * too, so that no notation reaches an internal host.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return true;
  return !parsed.zoneId && parsed.match(GLOBAL_UNICAST_V6, 3) && !parsed.match(DOCUMENTATION_V6, 20);
};
