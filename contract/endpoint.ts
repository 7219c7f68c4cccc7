/** What one call of the API is, as data: validation, the typed client and the API document all come from here. */
import type { z } from 'zod';
import type { Access } from '../rules/permissions.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * How the failures of a call look on the wire.
 * - fields: bad input is a flat map of field to sentence; anything else is {error: {message}}
 * - ingredient: bad input is {msg: {errors: map}, errors: map}
 * - message: always {error: {message}}
 * - refund: always {statusCode, status, message, error: {message}}, and drinks where only some of several were refunded
 */
export type ErrorShape = 'fields' | 'ingredient' | 'message' | 'refund';

export interface Endpoint {
  readonly method: Method;
  /** With OpenAPI placeholders: `/api/units/{unitNumber}`. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** multipart, raw: the route itself reads the parts, or the bytes as they were signed; body only documents them. */
  readonly bodyType?: 'json' | 'multipart' | 'raw';
  /** A schema per success status; failures are described by errorShape. */
  readonly responses: Readonly<Record<number, z.ZodType>>;
  /** What a success sends; json when absent. */
  readonly responseType?: 'json' | 'csv';
  readonly errorShape?: ErrorShape;
  /** Answers carry an ETag, and 304 without a body to who has seen them already. */
  readonly revalidates?: boolean;
  /** A GET that changes something: answered to a script of our own dashboard, never to an image, a link or a prefetch. */
  readonly guarded?: boolean;
}

export const defineEndpoint = <const C extends Endpoint>(call: C): C => call;

/** The parsed form a handler receives. */
export type ParamsOf<C extends Endpoint> = C extends { params: z.ZodType }
  ? z.output<C['params']>
  : undefined;
export type QueryOf<C extends Endpoint> = C extends { query: z.ZodType }
  ? z.output<C['query']>
  : undefined;
export type HeadersOf<C extends Endpoint> = C extends { headers: z.ZodType }
  ? z.output<C['headers']>
  : undefined;
export type BodyOf<C extends Endpoint> = C extends { body: z.ZodType }
  ? z.output<C['body']>
  : undefined;

/** The form a client sends, before parsing. */
export type ParamsIn<C extends Endpoint> = C extends { params: z.ZodType }
  ? z.input<C['params']>
  : undefined;
export type QueryIn<C extends Endpoint> = C extends { query: z.ZodType }
  ? z.input<C['query']>
  : undefined;
export type HeadersIn<C extends Endpoint> = C extends { headers: z.ZodType }
  ? z.input<C['headers']>
  : undefined;
export type BodyIn<C extends Endpoint> = C extends { body: z.ZodType }
  ? z.input<C['body']>
  : undefined;

/** Any success answer of the call. */
export type ResponseOf<C extends Endpoint> = {
  [S in keyof C['responses']]: C['responses'][S] extends z.ZodType
    ? z.output<C['responses'][S]>
    : never;
}[keyof C['responses']];
