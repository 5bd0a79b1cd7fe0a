import ipaddr from 'ipaddr.js';

/** For documentation (RFC 9637), which ipaddr.js does not know. */
const DOCUMENTATION_V6 = ipaddr.IPv6.parse('3fff::');
/** All that is in use for hosts of the public internet; what IANA has not handed out is nobody's. */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parse('2000::');

/**
 * True for an address (as the resolver or a socket gives it) that belongs to a host of the public internet: global
 * unicast and none of the special ranges. Addresses that carry another one (IPv4-mapped, NAT64, 6to4, Teredo) are
 * special ranges too, so nothing inside can be reached by writing it differently.
 */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  if (parsed instanceof ipaddr.IPv4) return true;
  return !parsed.zoneId && parsed.match(GLOBAL_UNICAST_V6, 3) && !parsed.match(DOCUMENTATION_V6, 20);
};
