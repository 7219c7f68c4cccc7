/** How Shift4's Payment Platform is asked: built from its documentation, not certified. */
import { z } from 'zod';
import { ProviderError } from './provider-error.ts';

// An access token is tied to this name and version: changing them asks every venue for a new auth token.
const interfaceHeaders = {
  InterfaceName: 'Barback',
  InterfaceVersion: '1.0',
  CompanyName: 'Barback',
};

export const shift4Answer = <R extends z.ZodType>(result: R) =>
  z.object({ result: z.tuple([result], z.unknown()) });

const exchanged = shift4Answer(
  z.object({ credential: z.object({ accessToken: z.string().min(1) }) }),
);
const failed = shift4Answer(z.object({ error: z.object({ primaryCode: z.number() }) }));

export interface Shift4Request {
  base: string;
  signal: AbortSignal;
  accessToken?: string;
  /** The ten digits of the transaction it is about, where it is about one. */
  invoice?: string;
}

/** Throws ProviderError for any answer but a success of this shape. */
export async function askShift4<T extends z.ZodType>(
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
  const said: unknown = await response.json().catch(() => null);
  const answer = shape.safeParse(said);
  if (response.ok && answer.success) return answer.data;
  const { status } = response;
  const code = failed.safeParse(said).data?.result[0].error.primaryCode;
  throw new ProviderError(
    `${path} answered ${String(status)}${code === undefined ? '' : `, error ${String(code)}`}`,
    { status, code },
  );
}

/** The access token for a venue's credentials; Shift4 gives it once and never again. */
export async function exchangeAuthToken(
  call: Shift4Request,
  credential: { clientGuid: string; authToken: string },
): Promise<string> {
  const body = { dateTime: shift4Time(), credential };
  const { result } = await askShift4(call, 'POST', 'credentials/accesstoken', exchanged, body);
  return result[0].credential.accessToken;
}

/** With an offset, as it must be: Z is refused. */
export const shift4Time = (): string => new Date().toISOString().replace('Z', '+00:00');
