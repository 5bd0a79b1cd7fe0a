import ipaddr from 'ipaddr.js';

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
  return parsed instanceof ipaddr.IPv4 || (!parsed.zoneId && parsed.match(GLOBAL_UNICAST_V6, 3));
};
