/** Endpoint inputs, typed by the contract. */
import type { BodyIn, HeadersIn, ParamsIn, QueryIn } from '../../contract/endpoint.ts';
import type { EndpointName, Endpoints } from '../../contract/endpoints.ts';
import type { QueryValue } from './query-text.ts';

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
