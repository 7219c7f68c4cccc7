/** The calls of Shift4's Payment Platform that tell of a card reader: built from its documentation, not certified. */
import { z } from 'zod';
import type { CardReader } from './port.ts';
import { ReaderProblem } from './reader-problem.ts';

// An access token is tied to this name and version: changing them asks every venue for a new auth token.
const interfaceHeaders = {
  InterfaceName: 'Barback',
  InterfaceVersion: '1.0',
  CompanyName: 'Barback',
};

const answerOf = <R extends z.ZodType>(result: R) =>
  z.object({ result: z.tuple([result], z.unknown()) });

const exchanged = answerOf(z.object({ credential: z.object({ accessToken: z.string().min(1) }) }));
const status = answerOf(z.object({ cloudRegistered: z.string() }));
const merchants = answerOf(
  z.object({
    merchant: z.object({
      name: z.string().default(''),
      addressLine1: z.string().default(''),
      city: z.string().default(''),
      region: z.string().default(''),
      postalCode: z.string().default(''),
    }),
  }),
);
const failed = answerOf(z.object({ error: z.object({ primaryCode: z.number() }) }));

interface Call {
  base: string;
  signal: AbortSignal;
  accessToken?: string;
}

/** The access token for a venue's credentials; Shift4 gives it once and never again. */
export async function exchangeAuthToken(
  call: Call,
  credential: { clientGuid: string; authToken: string },
): Promise<string> {
  const body = { dateTime: dateTime(), credential };
  const { result } = await ask(call, 'POST', 'credentials/accesstoken', exchanged, body);
  return result[0].credential.accessToken;
}

/** A reader has no name or address of its own there: those are the merchant's. Null when it is not registered. */
export async function findShift4Reader(
  call: Call,
  serialNumber: string,
): Promise<CardReader | null> {
  const device = { cloud: true, manufacturer: 'PAX', serialNumber };
  const body = { dateTime: dateTime(), device };
  const [found, about] = await Promise.all([
    ask(call, 'POST', 'devices/getstatus', status, body),
    ask(call, 'GET', 'merchants/merchant', merchants),
  ]);
  if (found.result[0].cloudRegistered !== 'Y') return null;
  const { name, addressLine1, city, region, postalCode } = about.result[0].merchant;
  return {
    serialNumber,
    displayName: name,
    addressLine1,
    city,
    state: region,
    country: '',
    zipCode: postalCode,
  };
}

async function ask<T extends z.ZodType>(
  { base, signal, accessToken }: Call,
  method: 'GET' | 'POST',
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
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const said: unknown = await response.json().catch(() => null);
  const answer = shape.safeParse(said);
  if (response.ok && answer.success) return answer.data;
  const code = failed.safeParse(said).data?.result[0].error.primaryCode;
  throw new ReaderProblem(
    `${path} answered ${String(response.status)}${code === undefined ? '' : `, error ${String(code)}`}`,
  );
}

/** With an offset, as it must be: Z is refused. */
const dateTime = (): string => new Date().toISOString().replace('Z', '+00:00');
