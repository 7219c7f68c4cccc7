/** The types of the calls of access tokens, written from the contract as declarations that need nothing else. */
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { scopeOfEndpoint } from '../../contract/token-scopes.ts';

type Schema = z.core.JSONSchema.BaseSchema;

export const publishedCalls = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) =>
  scopeOfEndpoint.has(endpoint),
);

export const callTypes = (): string =>
  `/** Calls of access tokens: what each takes, and what it returns. */
export interface Calls {
${publishedCalls.map(([name, endpoint]) => callType(name, endpoint)).join('\n')}
}
`;

function callType(name: string, endpoint: Endpoint): string {
  const { params, query, headers, body, method, path, summary } = endpoint;
  const parts = Object.entries({ params, query, headers, body }).flatMap(([part, type]) =>
    type === undefined
      ? []
      : [`${part}${acceptsNothing(type) ? '?' : ''}: ${typeOf(type, 'input')}`],
  );
  const outputs = Object.values(endpoint.responses).map((type) => typeOf(type, 'output'));
  const scope = scopeOfEndpoint.get(endpoint);
  return `  /**
   * ${summary}.
   *
   * \`${method} ${path}\`, ${scope === 'any' ? 'any scope' : `scope \`${scope}\``}
   */
  ${name}: {
    input: { ${parts.join('; ')} };
    output: ${[...new Set(outputs)].join(' | ')};
  };`;
}

const acceptsNothing = (type: z.ZodType): boolean =>
  type.safeParse(undefined).success || type.safeParse({}).success;

const typeOf = (type: z.ZodType, io: 'input' | 'output'): string =>
  written(z.toJSONSchema(type, { io, unrepresentable: 'any', reused: 'inline' }));

function written(schema: Schema | boolean): string {
  if (typeof schema === 'boolean') return schema ? 'unknown' : 'never';
  const { const: value, enum: values, anyOf, oneOf, allOf, type } = schema;
  const union = anyOf ?? oneOf;
  if (value !== undefined) return JSON.stringify(value);
  if (values) return values.map((each) => JSON.stringify(each)).join(' | ');
  if (union) return union.map((each) => written(each)).join(' | ');
  if (allOf) return allOf.map(grouped).join(' & ');
  const types: readonly unknown[] = Array.isArray(type) ? type : [type];
  return types.map((each) => writtenAs(each, schema)).join(' | ');
}

function writtenAs(type: unknown, schema: Schema): string {
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'array') return arrayOf(schema);
  if (type === 'object') return objectOf(schema);
  return type === 'string' || type === 'boolean' || type === 'null' ? type : 'unknown';
}

function grouped(schema: Schema | boolean): string {
  const text = written(schema);
  return /^[\w"]+$/.test(text) ? text : `(${text})`;
}

function arrayOf({ prefixItems, items }: Schema): string {
  if (prefixItems) return `[${prefixItems.map((item) => written(item)).join(', ')}]`;
  return `${grouped(Array.isArray(items) ? true : (items ?? true))}[]`;
}

function objectOf({ properties = {}, required = [], additionalProperties }: Schema): string {
  const known = Object.entries(properties).map(([name, schema]) =>
    property(name, written(schema), required.includes(name)),
  );
  if (known.length > 0) return `{ ${known.join('; ')} }`;
  return `Record<string, ${typeof additionalProperties === 'object' ? written(additionalProperties) : 'never'}>`;
}

const property = (name: string, type: string, isRequired: boolean): string =>
  isRequired ? `${quoted(name)}: ${type}` : `${quoted(name)}?: ${type} | undefined`;

const quoted = (name: string): string => (/^\w+$/.test(name) ? name : JSON.stringify(name));
