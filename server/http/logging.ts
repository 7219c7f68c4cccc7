/** Log format: the requester and the endpoint of a request, the message and stack of an error. Never a secret. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const longestUrl = 1000;
const hidden = '[hidden]';

/** Detects secrets by field name, by format, or by the text in front of them. */
const secrets: readonly [RegExp, string][] = [
  [/([?&][\w.-]*(?:signature|token|password|secret)=)[^&#\s]*/gi, `$1${hidden}`],
  [/\b(bearer\s+)[\w.~+/=-]+/gi, `$1${hidden}`],
  [/\b(?:sk|rk|pk|whsec)_\w+/g, hidden],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, hidden],
  [/(\/unsubscribe\/)\w+/g, `$1${hidden}`],
  // 256 random bits, the format of our own keys; ids are shorter, and hashes have no capitals.
  [/(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{40,}/g, hidden],
];

/** Masks everything in the text that may be a secret. */
export const withoutSecrets = (text: string): string =>
  secrets.reduce((so, [pattern, instead]) => so.replace(pattern, instead), text);

export const logSettings = (level: string) => ({
  level,
  hooks: { logMethod: logWithoutSecrets },
  serializers: {
    req: ({ method, url, ip }: FastifyRequest) => ({
      method,
      url: withoutSecrets(url.slice(0, longestUrl)),
      ip,
    }),
    err: describeError,
  },
});

/** Messages may quote request data or a provider's response. */
function logWithoutSecrets(
  this: unknown,
  reported: unknown[],
  log: (...reported: unknown[]) => void,
): void {
  log.apply(
    this,
    reported.map((part) => (typeof part === 'string' ? withoutSecrets(part) : part)),
  );
}

interface ErrorLine {
  type: string;
  message: string;
  stack: string;
  code?: string;
  [more: string]: unknown;
}

/** Keeps only the code of the properties that libraries attach to errors (a request, its headers). */
function describeError(error: unknown): ErrorLine {
  if (!(error instanceof Error)) {
    return { type: typeof error, message: withoutSecrets(String(error)), stack: '' };
  }
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    stack: withoutSecrets(error.stack ?? ''),
    ...code,
  };
}

/** Request id: our own, or that of the proxy, so that both logs can be correlated. */
export function requestId(
  trustProxy: boolean,
): (request: Pick<IncomingMessage, 'headers'>) => string {
  return ({ headers }) => {
    const given = headers['x-request-id'];
    const isUsable = trustProxy && typeof given === 'string' && /^[\w.-]{8,64}$/.test(given);
    return isUsable ? given : randomUUID();
  };
}

/** Returns the request id in every response, for support. */
export function setRequestIdHeader(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    reply.header('x-request-id', request.id);
    next();
  });
}
