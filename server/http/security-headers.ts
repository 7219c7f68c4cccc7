/** Headers of every response that limit what a browser does with it. */
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

/** The dashboard uses none of these features of the browser. */
const permissionsPolicy = 'camera=(), geolocation=(), microphone=(), payment=(), usb=()';

/**
 * Allows only our own scripts; inline styles are allowed because components use them for positioning. Does not upgrade
 * plain HTTP.
 * @param pictures origins, in addition to our own, to which images are uploaded and from which they are shown
 */
const contentSecurityPolicy = (pictures: readonly string[]) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...pictures],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...pictures],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
});

/** Helmet generates the same headers for each response, so it is asked once. */
function securityHeaders(pictures: readonly string[]): Map<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  const setHeaders = helmet({
    contentSecurityPolicy: contentSecurityPolicy(pictures),
    frameguard: { action: 'deny' },
    hsts: false,
  });
  setHeaders(request, response, (error) => {
    if (error) throw error;
  });
  const headers = Object.entries(response.getHeaders());
  return new Map(headers.map(([name, value]) => [name, String(value)]));
}

export function setSecurityHeaders(app: FastifyInstance, pictures: readonly string[]): void {
  const headers = securityHeaders(pictures).set('permissions-policy', permissionsPolicy);
  app.addHook('onRequest', (_request, reply, next) => {
    reply.raw.setHeaders(headers);
    next();
  });
}
