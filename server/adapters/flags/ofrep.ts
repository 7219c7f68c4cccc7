import { OFREPProvider } from '@openfeature/ofrep-provider';
import type { Provider } from '@openfeature/server-sdk';
import { codeOf, messageOf } from '../../../db/start-error.ts';
import {
  callProvider,
  flagsThatAreOn,
  idsThatHave,
  type Warn,
  warnSparingly,
} from './open-feature.ts';
import type { FlagContext, FlagReader } from './port.ts';

const responseTimeoutMs = 1000;
const pauseSeconds = 30;

/** Flags from a service that implements OFREP, the OpenFeature Remote Evaluation Protocol. */
export function ofrepFlags(
  { url, token }: { url: string; token: string | null },
  options: RemoteOptions,
): FlagReader {
  const provider = new OFREPProvider({
    baseUrl: url,
    ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
    fetchImplementation: fetchInTime,
  });
  return remoteFlags(provider, options);
}

/** Never follows redirects away from the service. */
async function fetchInTime(...request: Parameters<typeof fetch>): Promise<Response> {
  const [input, init] = request;
  const response = await fetch(input, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(responseTimeoutMs),
  });
  if (response.status !== 429) return response;
  // Caps Retry-After: a wrong date must not turn the flags off for good.
  return new Response(null, { status: 429, headers: { 'retry-after': String(pauseSeconds) } });
}

const secondMs = 1000;

interface RemoteOptions {
  warn: Warn;
  /** Monotonic clock, in milliseconds. */
  now?: () => number;
}

/**
 * Flags from a service behind an OpenFeature provider, which alone decides. Responses are fresh for 30 s; on failure,
 * those of the last five minutes still count, and everything else is off.
 */
function remoteFlags(
  provider: Provider,
  { warn, now = () => performance.now() }: RemoteOptions,
): FlagReader {
  const send = callProvider(provider);
  const warnNow = warnSparingly(warn, now);
  const remembered = cacheResponses({
    freshMs: 30 * secondMs,
    staleMs: 300 * secondMs,
    pauseMs: 5 * secondMs,
    most: 100_000,
    now,
    onFailure: (error) => {
      warnNow(
        `The flag service does not respond as expected (${reasonOf(error)}): flags stay as they were for up to five minutes, those without a response are off.`,
      );
    },
  });
  const isOn = (flagKey: string, context: FlagContext) =>
    remembered(JSON.stringify([context.id, context.key, flagKey]), () => send(flagKey, context));
  return {
    isSwitchable: false,
    flagsOn: (context) => flagsThatAreOn((flagKey) => isOn(flagKey, context)),
    idsWith: (flag, contexts) => idsThatHave(flag, contexts, isOn),
  };
}

/** Failure reason for the log: the response status, or what prevented a response. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && 'response' in error && error.response instanceof Response) {
    return `status ${String(error.response.status)} ${error.message}`.trim();
  }
  if (error instanceof Error && error.cause !== undefined) return reasonOf(error.cause);
  // Keeps third-party text to one short line.
  return (messageOf(error) || codeOf(error)).replaceAll(/\s+/g, ' ').slice(0, 200);
}

interface Memory {
  /** Age up to which a response is fresh. */
  freshMs: number;
  /** Maximum age of a stale response used while requests fail. */
  staleMs: number;
  /** Pause after a failure, without requests. */
  pauseMs: number;
  /** Maximum number of cached responses; evicts the oldest first. */
  most: number;
  /** Monotonic clock, in milliseconds. */
  now: () => number;
  /** Called on every failure. */
  onFailure: (error: unknown) => void;
}

interface Evaluation {
  value: boolean;
  knownAt: number;
  retryAt: number;
}

/**
 * Cache with one request in flight per key. While requests fail, serves the last response until it is too old; after
 * that, or when there never was one, returns false.
 */
function cacheResponses({
  freshMs,
  staleMs,
  pauseMs,
  most,
  now,
  onFailure,
}: Memory): (key: string, send: () => Promise<boolean>) => Promise<boolean> {
  const responses = new Map<string, Evaluation>();
  const underWay = new Map<string, Promise<boolean>>();

  const keep = (key: string, response: Evaluation): boolean => {
    responses.delete(key);
    responses.set(key, response);
    for (const oldest of responses.keys()) {
      if (responses.size <= most) break;
      responses.delete(oldest);
    }
    return response.value;
  };

  const sendNow = async (key: string, send: () => Promise<boolean>): Promise<boolean> => {
    try {
      const value = await send();
      return keep(key, { value, knownAt: now(), retryAt: now() + freshMs });
    } catch (error) {
      onFailure(error);
      const knownAt = responses.get(key)?.knownAt ?? -Infinity;
      const value = now() - knownAt < staleMs && (responses.get(key)?.value ?? false);
      return keep(key, { value, knownAt, retryAt: now() + pauseMs });
    }
  };

  return (key, send) => {
    const kept = responses.get(key);
    if (kept && now() < kept.retryAt) return Promise.resolve(kept.value);
    const received = underWay.get(key);
    if (received) return received;
    const pending = sendNow(key, send).finally(() => underWay.delete(key));
    underWay.set(key, pending);
    return pending;
  };
}
