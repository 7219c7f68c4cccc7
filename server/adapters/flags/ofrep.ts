import { OFREPProvider } from '@openfeature/ofrep-provider';
import type { FlagReader } from './port.ts';
import { remoteFlags, type RemoteOptions } from './remote.ts';

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
