import { once } from 'node:events';
import { lookup as resolveName } from 'node:dns/promises';
import { Agent, request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { codeOf, messageOf } from '../../../db/start-error.ts';
import {
  deliveriesAtOnce,
  deliveryTimeoutMs,
  mostResponseBytes,
  webhookMessages,
} from '../../../rules/webhooks/webhooks.ts';
import { isIn } from '../../shared/network.ts';
import type { WebhookOutcome, WebhookRequest, WebhookSender } from './port.ts';

interface Settings {
  /** Addresses and networks (CIDR) to which it may send beside those of the internet. */
  allowed: readonly string[];
  /** Certificate of the authority that signed those of the servers, in place of the usual ones; only tests give one. */
  authority?: string;
  /** All addresses of a name; the name service of the system by default. */
  addressesOf?: (name: string) => Promise<string[]>;
  timeoutMs?: number;
}

/** Servers close idle connections, some of them after 5 s: one that is used just then would fail. */
const longestIdleMs = 4_000;

/** Of the platform of a cloud, though it is none of a private network: virtual machines get their credentials from it. */
const platforms = ['168.63.129.16'];

/** True for an address that is reached over the internet, in any of its forms; false for one of a private network. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  // Others hold an address of IPv4, such as ::7f00:1, or are not assigned.
  const isAssigned = parsed.kind() === 'ipv4' || isIn(['2000::/3'], address);
  return isAssigned && parsed.range() === 'unicast' && !isIn(platforms, address);
}

const systemAddresses = async (name: string): Promise<string[]> =>
  (await resolveName(name, { all: true })).map(({ address }) => address);

class RefusedAddress extends Error {}

/**
 * Sends over https. The addresses of a name are looked up once for each connection: when all of them may be used, it is
 * made to one of these and no other.
 */
export function httpsWebhooks({
  allowed,
  authority,
  addressesOf = systemAddresses,
  timeoutMs = deliveryTimeoutMs,
}: Settings): WebhookSender {
  const isAllowed = (address: string): boolean =>
    isPublicAddress(address) || (allowed.length > 0 && isIn(allowed, address));
  /** Returns the addresses of a host, all of which may be used. */
  const resolve = async (host: string): Promise<string[]> => {
    const addresses = isIP(host) === 0 ? await addressesOf(host) : [host];
    if (addresses.length === 0 || !addresses.every(isAllowed)) throw new RefusedAddress();
    return addresses;
  };
  const agent = new Agent({
    keepAlive: true,
    maxFreeSockets: deliveriesAtOnce,
    timeout: longestIdleMs,
    ...(authority && { ca: authority }),
  });
  const mayUse = (host: string): boolean => isIP(bare(host)) === 0 || isAllowed(bare(host));
  const send = async (sent: WebhookRequest): Promise<WebhookOutcome> => {
    const startedAt = performance.now();
    const outcome = await attempt(sent).catch((error: unknown) => ({
      status: null,
      response: null,
      error: explain(error),
    }));
    const isDelivered = outcome.error === null;
    return { ...outcome, isDelivered, durationMs: Math.round(performance.now() - startedAt) };
  };
  const attempt = async (
    sent: WebhookRequest,
    signal = AbortSignal.timeout(timeoutMs),
  ): Promise<Ended> => {
    const { url, headers, body } = sent;
    const { protocol, hostname } = new URL(url);
    if (protocol !== 'https:') throw new RefusedAddress();
    const lookup = lookupOf(await inTime(resolve(bare(hostname)), signal));
    return new Promise<Ended>((done, fail) => {
      const options = { method: 'POST', agent, lookup, signal, headers };
      const outgoing = request(url, options, (reply) => {
        const { statusCode: status = 0 } = reply;
        const parts: Buffer[] = [];
        let length = 0;
        const end = (): void => done({ status, response: textOf(parts), error: errorOf(status) });
        reply.on('data', (part: Buffer) => {
          parts.push(part);
          length += part.length;
          if (length < mostResponseBytes) return;
          end();
          reply.destroy();
        });
        reply.on('end', end);
        reply.on('error', fail);
      });
      outgoing.on('error', (error) => {
        // The server closed the kept connection at the same time.
        const isClosed = ['ECONNRESET', 'EPIPE'].includes(codeOf(error));
        if (outgoing.reusedSocket && isClosed) done(attempt(sent, signal));
        else fail(error);
      });
      outgoing.end(body);
    });
  };
  return { mayUse, send, close: () => agent.destroy() };
}

type Ended = Pick<WebhookOutcome, 'status' | 'response' | 'error'>;

/** A host of a URL without the brackets of an IPv6 address. */
const bare = (host: string): string => host.replace(/^\[(.*)\]$/, '$1');

/** Gives a connection these addresses and no others. */
function lookupOf(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: '', family: 0 }] = found;
  return (_, { all }, done) => {
    if (all === true) process.nextTick(done, null, found);
    else process.nextTick(done, null, first.address, first.family);
  };
}

/** Rejects when the signal is aborted first. */
const inTime = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    once(signal, 'abort').then((): never => {
      throw new DOMException('', 'TimeoutError');
    }),
  ]);

/** The database stores no NUL in texts. */
const textOf = (parts: readonly Buffer[]): string =>
  Buffer.concat(parts).subarray(0, mostResponseBytes).toString('utf8').replaceAll('\0', '');

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return webhookMessages.redirect;
  return `The server responded with ${status}`;
}

function explain(error: unknown): string {
  if (error instanceof RefusedAddress) return webhookMessages.refusedAddress;
  if (error instanceof Error && ['AbortError', 'TimeoutError'].includes(error.name))
    return webhookMessages.timeout;
  return `No connection: ${codeOf(error) || messageOf(error)}`;
}
