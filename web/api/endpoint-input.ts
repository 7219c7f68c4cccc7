/**
 * Input of an endpoint, and its query in the API's format: nested names in brackets (`pagination[current]=1`), lists
 * repeated, undefined omitted.
 */
import type { BodyIn, HeadersIn, ParamsIn, QueryIn } from '../../contract/endpoint.ts';
import type { EndpointName, Endpoints } from '../../contract/endpoints.ts';

type Plain = string | number | boolean;

export type QueryValue =
  | Plain
  | undefined
  | readonly Plain[]
  | { readonly [name: string]: QueryValue };

function append(pairs: URLSearchParams, name: string, value: QueryValue): void {
  if (value === undefined) return;
  if (typeof value !== 'object') {
    pairs.append(name, String(value));
  } else if (Array.isArray(value)) {
    for (const item of value) pairs.append(name, String(item));
  } else {
    for (const [key, inner] of Object.entries(value)) append(pairs, `${name}[${key}]`, inner);
  }
}

/** Includes the question mark; empty without parameters. */
export function queryText(query: Readonly<Record<string, QueryValue>>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) append(pairs, name, value);
  // Brackets are legal in a query and easier to read in a log than %5B.
  const text = pairs.toString().replaceAll('%5B', '[').replaceAll('%5D', ']');
  return text && `?${text}`;
}

/** Fills the placeholders of a contract path (`/api/units/{unitNumber}`). */
export function fillPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, param: string) =>
    encodeURIComponent(params[param] ?? ''),
  );
}

// Endpoint inputs, typed by the contract.

/** Drops parts an endpoint does not have, and makes optional parts optional. */
type Given<Parts> = {
  [Part in keyof Parts as undefined extends Parts[Part] ? never : Part]: Parts[Part];
} & {
  [
    Part in keyof Parts as undefined extends Parts[Part]
      ? Parts[Part] extends undefined
        ? never
        : Part
      : never
  ]?: Parts[Part];
};

/** Input without the signal that aborts the request. */
export type RequestInput<Name extends EndpointName> = Given<{
  params: ParamsIn<Endpoints[Name]>;
  query: QueryIn<Endpoints[Name]>;
  headers: HeadersIn<Endpoints[Name]>;
  body: BodyIn<Endpoints[Name]>;
}>;

export type EndpointInput<Name extends EndpointName> = RequestInput<Name> & {
  signal?: AbortSignal | undefined;
  /** Key of a wall display, which is sent in place of the session. */
  key?: string | undefined;
};

/** Input of any endpoint. */
export interface AnyInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly key?: string | undefined;
}
