/** The API document (OpenAPI 3.1), made from the contract. */
import { z } from 'zod';
import type { Call, ErrorShape } from '../../contract/call.ts';
import { calls } from '../../contract/calls.ts';
import packageJson from '../../package.json' with { type: 'json' };

type Json = Record<string, unknown>;

export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [name, call] of Object.entries<Call>(calls)) {
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation(name, call) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Barback',
      version: packageJson.version,
      description:
        'The back office for venues that pour drinks with automated dispensing units. Amounts are US dollars with at most two decimals; times are ISO 8601 in UTC.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    paths,
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            "The API token or the login token of a session, or a unit's key. The word Bearer may be left out.",
        },
      },
      schemas: {
        Failure: failure,
        FieldFailure: fieldFailure,
        IngredientFailure: ingredientFailure,
        RefundFailure: refundFailure,
      },
    },
  };
}

function operation(name: string, call: Call): Json {
  return {
    operationId: name,
    tags: [call.path.split('/')[2] ?? ''],
    summary: call.summary,
    ...(call.notYet === undefined
      ? {}
      : { description: `Not answered yet (501): ${call.notYet}.` }),
    ...(call.access === 'anyone' ? {} : { security: [{ token: [] }] }),
    parameters: [
      ...parameters('path', call.params),
      ...parameters('query', call.query),
      ...parameters('header', call.headers),
    ],
    ...(call.body ? { requestBody: requestBody(call) } : {}),
    responses: { ...successes(call), ...failures(call) },
  };
}

const schemaOf = (type: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return schema;
};

function parameters(place: 'path' | 'query' | 'header', shape: z.ZodObject | undefined): Json[] {
  const types: Record<string, z.ZodType> = shape?.shape ?? {};
  return Object.entries(types).map(([name, type]) => {
    const schema = schemaOf(type, 'input');
    return {
      name,
      in: place,
      required: place === 'path' || !type.safeParse(undefined).success,
      ...(schema['type'] === 'object' ? { style: 'deepObject', explode: true } : {}),
      schema,
    };
  });
}

function requestBody(call: Call): Json {
  const type = call.bodyType === 'multipart' ? 'multipart/form-data' : 'application/json';
  return {
    required: true,
    content: { [type]: { schema: schemaOf(call.body ?? z.unknown(), 'input') } },
  };
}

function successes(call: Call): Json {
  const type = call.responseType === 'csv' ? 'text/csv' : 'application/json';
  const done = Object.entries(call.responses).map(([status, schema]) => [
    status,
    { description: 'Done', content: { [type]: { schema: schemaOf(schema, 'output') } } },
  ]);
  const unchanged = call.revalidates ? [['304', { description: 'Nothing has changed' }]] : [];
  return Object.fromEntries([...done, ...unchanged]);
}

const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const badInput: Record<ErrorShape, string> = {
  fields: 'FieldFailure',
  ingredient: 'IngredientFailure',
  message: 'Failure',
  refund: 'RefundFailure',
};

const answer = (description: string, ...names: string[]): Json => ({
  description,
  content: {
    'application/json': {
      schema: names.length === 1 ? ref(names[0] ?? '') : { anyOf: names.map(ref) },
    },
  },
});

function failures(call: Call): Json {
  const input = badInput[call.errorShape ?? 'fields'];
  if (call.errorShape === 'refund') {
    return {
      '4XX': answer('Refused, declined, or done for some of several drinks', input),
      '5XX': answer('It is not known yet what became of it', input),
    };
  }
  return {
    '4XX': answer('Refused: nothing was changed', ...new Set([input, 'Failure'])),
    '5XX': answer('Failed: nothing was changed', 'Failure'),
  };
}

const failure = {
  type: 'object',
  description: 'What happened and what to do; requestId is for support',
  properties: {
    error: {
      type: 'object',
      properties: { message: { type: 'string' }, requestId: { type: 'string' } },
      required: ['message', 'requestId'],
    },
  },
  required: ['error'],
};

const fieldFailure = {
  type: 'object',
  description: 'A sentence for each field that is wrong, in the order of the form',
  additionalProperties: { type: 'string' },
};

const ingredientFailure = {
  type: 'object',
  properties: {
    msg: { type: 'object', properties: { errors: ref('FieldFailure') }, required: ['errors'] },
    errors: ref('FieldFailure'),
  },
  required: ['msg', 'errors'],
};

const refundFailure = {
  type: 'object',
  description:
    'refused: never asked for; failed: declined; requested: being checked; partial: done for some of several drinks; unknown: look at the report',
  properties: {
    statusCode: { type: 'number', description: 'The HTTP status' },
    status: { type: 'string', enum: ['refused', 'failed', 'requested', 'partial', 'unknown'] },
    message: { type: 'string' },
    drinks: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          drinkIndex: { type: 'number' },
          status: { type: 'string', enum: ['refunded', 'requested', 'failed'] },
        },
        required: ['drinkIndex', 'status'],
      },
    },
    error: failure.properties.error,
  },
  required: ['statusCode', 'status', 'message', 'error'],
};
