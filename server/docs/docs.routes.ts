import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import { endpoints } from '../../contract/endpoints.ts';
import { openApiDocument } from './openapi.ts';
import { requestersOf } from './requesters.ts';

/** Memoizes the result of the first call. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

export function docsRoutes(app: FastifyInstance): void {
  const document = once(() => JSON.stringify(openApiDocument()));
  const page = once(docsPage);
  app.get('/api/openapi.json', (_, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  );
  app.get('/api/docs', (_, reply) => reply.type('text/html; charset=utf-8').send(page()));
  app.get('/api/docs.css', (_, reply) => reply.type('text/css; charset=utf-8').send(docsStyle));
}

// Renders the API document as a static HTML page without scripts.

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

export function docsPage(): string {
  const byResource = new Map<string, string[]>();
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    const resource = endpoint.path.split('/')[2] ?? '';
    byResource.set(resource, [...(byResource.get(resource) ?? []), article(name, endpoint)]);
  }
  const resources = [...byResource.keys()];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Barback API</title>
<link rel="stylesheet" href="/api/docs.css">
</head>
<body>
<nav aria-label="Calls"><strong>Barback API</strong>
${resources.map((resource) => `<a href="#${resource}">${resource}</a>`).join('\n')}
<a href="/api/openapi.json">OpenAPI 3.1</a></nav>
<main>
<h1>Barback API</h1>
<p>Send a session's API token, its login token or a unit's key as <code>Authorization: Bearer …</code>. Amounts are US dollars with at most two decimals; times are ISO 8601 in UTC. A refused request changes nothing and says why: bad input as a sentence per field, anything else as <code>{"error": {"message", "requestId"}}</code>.</p>
${[...byResource].map(([resource, articles]) => `<section id="${resource}"><h2>${resource}</h2>\n${articles.join('\n')}</section>`).join('\n')}
</main>
</body>
</html>
`;
}

function article(name: string, endpoint: Endpoint): string {
  const parts = [
    shape('Path', endpoint.params),
    shape('Query', endpoint.query),
    shape('Headers', endpoint.headers),
    shape(endpoint.bodyType === 'multipart' ? 'Form' : 'Body', endpoint.body),
    ...Object.entries(endpoint.responses).map(([status, schema]) =>
      shape(`Answer ${status}`, schema, 'output'),
    ),
  ];
  return `<article id="${name}">
<h3><span class="method">${endpoint.method}</span> <code>${escape(endpoint.path)}</code></h3>
<p>${escape(endpoint.summary)}. <em>${escape(requestersOf(endpoint))}.</em></p>
${parts.join('\n')}
</article>`;
}

function shape(
  title: string,
  schema: z.ZodType | undefined,
  io: 'input' | 'output' = 'input',
): string {
  if (!schema) return '';
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return `<details><summary>${title}</summary><pre tabindex="0">${escape(outline(json, 0))}</pre></details>`;
}

type Schema = z.core.JSONSchema.BaseSchema;
type Part = Schema | boolean;

/** Formats a JSON schema in a short form: names, types and optional markers. */
function outline(schema: Part, depth: number): string {
  if (typeof schema === 'boolean' || !('type' in schema || 'anyOf' in schema || 'enum' in schema))
    return 'anything';
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map((option) => outline(option, depth)))].join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array')
    return `[${[schema.items ?? true]
      .flat()
      .map((item) => outline(item, depth))
      .join(', ')}]`;
  if (schema.type !== 'object') return String(schema.format ?? schema.type ?? 'anything');
  const inner = '  '.repeat(depth + 1);
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, field]) =>
      `${inner}${name}${schema.required?.includes(name) ? '' : '?'}: ${outline(field, depth + 1)}`,
  );
  const rest = schema.additionalProperties;
  if (rest && typeof rest === 'object') fields.push(`${inner}[name]: ${outline(rest, depth + 1)}`);
  return `{\n${fields.join('\n')}\n${'  '.repeat(depth)}}`;
}

export const docsStyle = `
:root { color-scheme: light dark; --page: #f7f8fa; --ink: #14171c; --dim: #5c636b; --line: #e4e7ec; --accent: #4c51bf; }
@media (prefers-color-scheme: dark) { :root { --page: #111318; --ink: #eef0f3; --dim: #a6a9b0; --line: #2b2f37; --accent: #8b93ff; } }
body { margin: 0; background: var(--page); color: var(--ink); font: 14px/1.55 system-ui, sans-serif; }
nav { position: fixed; inset: 0 auto 0 0; width: 200px; padding: 24px; box-sizing: border-box; overflow: auto; border-right: 1px solid var(--line); display: flex; flex-direction: column; gap: 8px; }
nav a { color: var(--dim); text-decoration: none; }
nav a:hover, nav a:focus-visible { color: var(--accent); }
main { margin-left: 200px; padding: 24px 32px 64px; max-width: 820px; }
h1 { font-size: 22px; } h2 { font-size: 16px; margin: 40px 0 8px; text-transform: capitalize; } h3 { font-size: 14px; margin: 0; }
article { padding: 16px 0; border-top: 1px solid var(--line); }
.method { display: inline-block; min-width: 56px; color: var(--accent); }
em { color: var(--dim); font-style: normal; } p { margin: 6px 0; }
summary { cursor: pointer; color: var(--dim); }
pre { margin: 6px 0; padding: 12px; border: 1px solid var(--line); border-radius: 8px; overflow: auto; font-size: 13px; }
@media (max-width: 700px) { nav { position: static; width: auto; flex-flow: row wrap; border: 0; } main { margin: 0; padding: 16px; } }
`;
