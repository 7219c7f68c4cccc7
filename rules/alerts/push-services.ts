/** Push services of browsers: the only addresses to which push messages are sent. */

/** Chrome and Edge, Firefox, Safari, and Edge on Windows. */
export const usualPushHosts: readonly string[] = [
  'fcm.googleapis.com',
  '*.push.services.mozilla.com',
  '*.push.apple.com',
  '*.notify.windows.com',
];

/**
 * True for an address at one of the hosts. An entry is a host name, `*.` and a domain for the hosts in it, or an origin
 * such as `http://127.0.0.1:8080`; all but an origin need https and its usual port.
 */
export function isPushEndpoint(endpoint: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, origin, username, password } = new URL(endpoint);
  if (username + password !== '') return false;
  return hosts.some((host) => {
    if (host.includes('://')) return host === origin;
    if (protocol !== 'https:' || port !== '') return false;
    return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host;
  });
}
