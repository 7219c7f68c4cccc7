/** Networks by which requests are counted. */
import type { AddressInfo } from 'node:net';
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

/** True for an address that is one of these, or in one of these networks (CIDR); for any where there are none. */
export function isIn(networks: readonly string[], address: string): boolean {
  if (networks.length === 0) return true;
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = network.includes('/')
      ? ipaddr.parseCIDR(network)
      : [ipaddr.parse(network), network.includes(':') ? 128 : 32];
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
}

/** Browser URL of a listening server; a name for this machine is shown as localhost. */
export function shownAddress(
  host: string,
  listening: string | AddressInfo | undefined,
  port: number,
): string {
  const isThisMachine = ['127.0.0.1', '0.0.0.0', '::1', '::', 'localhost'].includes(host);
  const actualPort = typeof listening === 'object' ? listening.port : port;
  return `http://${isThisMachine ? 'localhost' : host}:${String(actualPort)}`;
}
