/** Client of Shift4's Payment Platform: built from its documentation, not certified. */
import { z } from 'zod';
import { ProviderError } from './provider-error.ts';

// An access token is tied to this name and version: changing them requires a new auth token from every venue.
const interfaceHeaders = {
  InterfaceName: 'Barback',
  InterfaceVersion: '1.0',
  CompanyName: 'Barback',
};

export const shift4Response = <R extends z.ZodType>(result: R) =>
  z.object({ result: z.tuple([result], z.unknown()) });

const exchanged = shift4Response(
  z.object({ credential: z.object({ accessToken: z.string().min(1) }) }),
);
const failed = shift4Response(z.object({ error: z.object({ primaryCode: z.number() }) }));

export interface Shift4Request {
  base: string;
  signal: AbortSignal;
  accessToken?: string;
  /** Ten-digit invoice of the transaction, if the request concerns one. */
  invoice?: string;
}

/** Throws ProviderError for any response other than a success of this shape. */
export async function requestShift4<T extends z.ZodType>(
  { base, signal, accessToken, invoice }: Shift4Request,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  shape: T,
  body?: object,
): Promise<z.output<T>> {
  const response = await fetch(`${base}/${path}`, {
    method,
    signal,
    redirect: 'error',
    headers: {
      ...interfaceHeaders,
      ...(accessToken === undefined ? {} : { AccessToken: accessToken }),
      ...(invoice === undefined ? {} : { Invoice: invoice }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reported: unknown = await response.json().catch(() => null);
  const parsed = shape.safeParse(reported);
  if (response.ok && parsed.success) return parsed.data;
  const { status } = response;
  const code = failed.safeParse(reported).data?.result[0].error.primaryCode;
  throw new ProviderError(
    `${path} answered ${String(status)}${code === undefined ? '' : `, error ${String(code)}`}`,
    { status, code },
  );
}

/** Exchanges a venue's credentials for an access token; Shift4 issues it only once. */
export async function exchangeAuthToken(
  call: Shift4Request,
  credential: { clientGuid: string; authToken: string },
): Promise<string> {
  const body = { dateTime: shift4Time(), credential };
  const { result } = await requestShift4(call, 'POST', 'credentials/accesstoken', exchanged, body);
  return result[0].credential.accessToken;
}

/** Uses a numeric offset: Shift4 refuses Z. */
export const shift4Time = (): string => new Date().toISOString().replace('Z', '+00:00');
