import type { FastifyInstance } from 'fastify';
import { docsPage, docsStyle } from './docs-page.ts';
import { openApiDocument } from './openapi.ts';

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
