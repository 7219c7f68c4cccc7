import type { AddressInfo } from 'node:net';

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
