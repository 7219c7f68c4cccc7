/** Serves the built dashboard: files by name, and index.html for all other URLs (client-side routing). */
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Address in the frame that previews a role; every other page is in no frame. */
const previewPath = '/preview';

function allowOwnFrame(reply: FastifyReply): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header(
    'content-security-policy',
    policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'"),
  );
  reply.header('x-frame-options', 'SAMEORIGIN');
}

export async function dashboardFiles(app: FastifyInstance, webRoot: string): Promise<void> {
  await app.register(fastifyStatic, { root: webRoot, serve: false, cacheControl: false });

  app.get('/*', (request, reply) => {
    const [path = ''] = request.url.split('?');
    if (path.startsWith('/api/')) return reply.callNotFound();
    if (path === previewPath) allowOwnFrame(reply);
    if (!/\.\w+$/.test(path))
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    // Names of built assets contain a content hash, so they can be cached indefinitely. The error handler replaces
    // the header when the file is missing.
    const lasting = path.startsWith('/assets/');
    reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    return reply.sendFile(decodeURIComponent(path.slice(1)));
  });
}
