/** Serves the built dashboard: files by name, and index.html for all other URLs (client-side routing). */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Address in the frame that previews a role; every other page is in no frame. */
const previewPath = '/preview';

function changePolicy(reply: FastifyReply, from: string, to: string): void {
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace(from, to));
}

function allowOwnFrame(reply: FastifyReply): void {
  changePolicy(reply, "frame-ancestors 'none'", "frame-ancestors 'self'");
  reply.header('x-frame-options', 'SAMEORIGIN');
}

/** Sources of the policy that allow the scripts in the head of the built page, by their hashes. */
function inlineScriptSources(page: string): string {
  const scripts = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)];
  const hashes = scripts.map(([, script = '']) =>
    createHash('sha256').update(script).digest('base64'),
  );
  return ["'self'", ...hashes.map((hash) => `'sha256-${hash}'`)].join(' ');
}

export async function dashboardFiles(app: FastifyInstance, webRoot: string): Promise<void> {
  // The build writes FILE.gz and FILE.br: compressing for each request would take most of the time of the response.
  await app.register(fastifyStatic, {
    root: webRoot,
    serve: false,
    cacheControl: false,
    preCompressed: true,
  });
  const scripts = inlineScriptSources(await readFile(join(webRoot, 'index.html'), 'utf8'));

  app.get('/*', (request, reply) => {
    const [path = ''] = request.url.split('?');
    if (path.startsWith('/api/')) return reply.callNotFound();
    if (path === previewPath) allowOwnFrame(reply);
    reply.header('vary', 'accept-encoding');
    if (!/\.\w+$/.test(path)) {
      changePolicy(reply, "script-src 'self'", `script-src ${scripts}`);
      return reply.header('cache-control', 'no-cache').sendFile('index.html');
    }
    // Names of built assets contain a content hash, so they can be cached indefinitely. The error handler replaces
    // the header when the file is missing.
    const lasting = path.startsWith('/assets/');
    reply.header('cache-control', lasting ? 'public, max-age=31536000, immutable' : 'no-cache');
    return reply.sendFile(decodeURIComponent(path.slice(1)));
  });
}
