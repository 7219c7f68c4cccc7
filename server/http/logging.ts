/** What a line of the log tells: of a request, who asked for what; of an error, what and where. Never a secret. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const longestUrl = 1000;
const hidden = '[hidden]';

/** By what it is called, by what it looks like, or by what stands before it. */
const secrets: readonly [RegExp, string][] = [
  [/([?&][\w.-]*(?:signature|token|password|secret)=)[^&#\s]*/gi, `$1${hidden}`],
  [/\b(bearer\s+)[\w.~+/=-]+/gi, `$1${hidden}`],
  [/\b(?:sk|rk|pk|whsec)_\w+/g, hidden],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]+/g, hidden],
  // 256 random bits, as our own keys are written; ids are shorter, and hashes have no capitals.
  [/(?<![\w-])(?=[\w-]*[A-Z])(?=[\w-]*\d)[\w-]{40,}/g, hidden],
];

/** The text with everything hidden that may be a secret. */
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

/** What is told in words may quote what somebody sent, or what a provider answered. */
function logWithoutSecrets(
  this: unknown,
  said: unknown[],
  log: (...said: unknown[]) => void,
): void {
  log.apply(
    this,
    said.map((part) => (typeof part === 'string' ? withoutSecrets(part) : part)),
  );
}

interface ErrorLine {
  type: string;
  message: string;
  stack: string;
  code?: string;
  [more: string]: unknown;
}

/** Of what a library hangs on its errors (a request, its headers) nothing is told but the code. */
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

/** The id of a request: our own, or that of the proxy in front of us, so that its log and ours speak of the same one. */
export function requestId(
  trustProxy: boolean,
): (request: Pick<IncomingMessage, 'headers'>) => string {
  return ({ headers }) => {
    const given = headers['x-request-id'];
    const isUsable = trustProxy && typeof given === 'string' && /^[\w.-]{8,64}$/.test(given);
    return isUsable ? given : randomUUID();
  };
}

/** Every answer tells its id, so that whoever asks about it can name it. */
export function setRequestIdHeader(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
}
