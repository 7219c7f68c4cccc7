/**
 * Declarative definition of an API endpoint; validation, the typed client and the OpenAPI document are derived from
 * it.
 */
import { z } from 'zod';
import type { Access } from '../rules/permissions.ts';
import type { Permission } from '../rules/permissions/roles.ts';
import { id } from './fields.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Error response format of an endpoint.
 * - fields: bad input is a flat map of field to message; anything else is {error: {message}}
 * - ingredient: bad input is {msg: {errors: map}, errors: map}
 * - message: always {error: {message}}
 * - refund: always {statusCode, status, message, error: {message}}, and drinks where only some of several were
 * refunded
 */
export type ErrorShape = 'fields' | 'ingredient' | 'message' | 'refund';

/** Maximum size of a body: clients without an account can send bodies of this size only. */
export const usualBodyBytes = 16_384;

/** Maximum size of orders, long texts and lists, which only units and accounts send. */
export const largeBodyBytes = 1_048_576;

export interface Endpoint {
  readonly method: Method;
  /** With OpenAPI placeholders: `/api/units/{unitNumber}`. */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  /** What a member of an owner's staff must be permitted to do. */
  readonly permission: Permission;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** For multipart and raw, the route itself reads the parts or the signed bytes; body only documents them. */
  readonly bodyType?: 'json' | 'multipart' | 'raw';
  /** Maximum size of the body in bytes, where it is not the usual one (`usualBodyBytes`). */
  readonly bodyLimit?: number;
  /** Schema per success status; errors are described by errorShape. */
  readonly responses: Readonly<Record<number, z.ZodType>>;
  /** Response type on success; json when absent. */
  readonly responseType?: 'json' | 'csv' | 'file';
  readonly errorShape?: ErrorShape;
  /** Responses carry an ETag; conditional GETs receive 304 without a body when it matches. */
  readonly revalidates?: boolean;
  /** True for another method than GET that changes nothing; a preview may use it. */
  readonly reads?: boolean;
  /** The holder of the session must have authenticated within the last ten minutes; browser: of those of browsers. */
  readonly recent?: true | 'browser';
  /** State-changing GET: accepted only from scripts of the dashboard, never from an image, a link or a prefetch. */
  readonly guarded?: boolean;
  /** To accounts, units and access tokens that it is not for, it does not exist: 404 instead of 403. */
  readonly hidden?: boolean;
}

const accessOf = (permission: Permission): Access => {
  if (permission === 'public') return 'anyone';
  if (permission === 'platform.manage') return 'superAdmin';
  return permission === 'account.use' ? 'account' : 'dashboard';
};

/** Names of the placeholders of a path. */
type Placeholder<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;

interface Definition extends Omit<Endpoint, 'access' | 'params'> {
  /** Without it, that of the permission. */
  readonly access?: Access;
  /** Placeholders of the path that are no ids. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
}

type WithParams<Path extends string, Others> = [Placeholder<Path>] extends [never]
  ? unknown
  : { readonly params: z.ZodObject<Shape<Placeholder<Path>, Others>> };

/** An id for each name, unless `Others` has a schema of it. */
type Shape<Names extends string, Others> = {
  [Name in Names]: Others extends Record<Name, infer Schema extends z.ZodType> ? Schema : typeof id;
};

/** An endpoint with the placeholders of its path as params. */
export function defineEndpoint<const C extends Definition>(
  call: C,
): Omit<C, 'params'> & WithParams<C['path'], C['params']> & Pick<Endpoint, 'access'>;
export function defineEndpoint({ params: others, ...call }: Definition): object {
  const names = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const params = z.object(Object.fromEntries(names.map((name) => [name, others?.[name] ?? id])));
  const endpoint: Endpoint = {
    access: accessOf(call.permission),
    ...call,
    ...(names.length > 0 && { params }),
  };
  return endpoint;
}

/** Parsed params that a handler receives. */
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

/** Params that a client sends, before parsing. */
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

/** Any success response of the endpoint. */
export type ResponseOf<C extends Endpoint> = {
  [S in keyof C['responses']]: C['responses'][S] extends z.ZodType
    ? z.output<C['responses'][S]>
    : never;
}[keyof C['responses']];
