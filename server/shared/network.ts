/** Networks by which requests are counted. */
import ipaddr from 'ipaddr.js';

/**
 * Network of a client: the whole address for IPv4, also when it is mapped into IPv6, and the /64 for IPv6, because a
 * subscriber has all addresses of one.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}
