/** The API as described by its OpenAPI document: operations and documented responses. */
import { z } from 'zod';

export type Schema = z.core.JSONSchema.JSONSchema;

export interface Operation {
  name: string;
  method: string;
  /** With placeholders: /api/units/{unitNumber}. */
  path: string;
  parameters: {
    name: string;
    in: 'path' | 'query' | 'header';
    required: boolean;
    schema: Schema;
  }[];
  body: { type: string; schema: Schema } | null;
  responses: Map<number, Announced>;
}

/** shape is null for non-JSON responses, type for responses without content. */
export interface Announced {
  type: string | null;
  shape: z.ZodType | null;
}

const schema = z.custom<Schema>((value) => typeof value === 'object' && value !== null);
const content = z.record(z.string(), z.object({ schema }));
const operation = z.object({
  operationId: z.string(),
  parameters: z.array(
    z.object({
      name: z.string(),
      in: z.enum(['path', 'query', 'header']),
      required: z.boolean(),
      schema,
    }),
  ),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content: content.optional() })),
});
const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.object({ schemas: z.record(z.string(), schema) }),
});

/** Parses the response of GET /api/openapi.json. */
export function readDocument(given: unknown): Operation[] {
  const { paths, components } = document.parse(given);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const [body] = Object.entries(described.requestBody?.content ?? {});
      return {
        name: described.operationId,
        method: method.toUpperCase(),
        path,
        parameters: described.parameters,
        body: body ? { type: body[0], schema: body[1].schema } : null,
        responses: new Map(
          Object.entries(described.responses).map(([status, response]) => [
            Number(status),
            announced(response.content ?? {}, components.schemas),
          ]),
        ),
      };
    }),
  );
}

function announced(given: z.output<typeof content>, schemas: Record<string, Schema>): Announced {
  const [response] = Object.entries(given);
  if (!response) return { type: null, shape: null };
  const [type, described] = response;
  const whole = schema.parse(withoutReferences(described.schema, schemas));
  return { type, shape: type === 'application/json' ? z.fromJSONSchema(whole) : null };
}

/** Resolves every $ref in place. */
function withoutReferences(value: unknown, schemas: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutReferences(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) {
    const name = String(value.$ref).split('/').at(-1) ?? '';
    const target = schemas[name];
    if (!target) throw new Error(`The document names a schema ${name} that it does not hold`);
    return withoutReferences(target, schemas);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withoutReferences(item, schemas)]),
  );
}
