/** The built dashboard: files by their name, and for every other address the one page that routes itself. */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

export async function dashboardFiles(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, { root: webRoot, serve: false, cacheControl: false });

  app.get('/*', (request, reply) => {
    const [path = ''] = request.url.split('?');
    if (path.startsWith('/api/')) return reply.callNotFound();
    if (!/\.\w+$/.test(path))
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    // Names of built assets carry a hash of their content, so they can be kept for ever.
    const lasting = path.startsWith('/assets/');
    reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    return reply.sendFile(decodeURIComponent(path.slice(1)));
  });
}
