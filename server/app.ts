/** The app without a port: every noun it answers, and what holds for all of them. */
import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import compress from '@fastify/compress';
import fastify, { type FastifyInstance } from 'fastify';
import { parse as parseQuery } from 'qs';
import { calls } from '../contract/calls.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { dashboardFiles } from './dashboard-files.ts';
import type { AppDeps } from './deps.ts';
import { docsRoutes } from './docs/docs.routes.ts';
import { answerFailures } from './failures.ts';
import { flagRoutes } from './flags/flags.routes.ts';
import { healthRoutes } from './health.routes.ts';
import { mountNotYet, mountOn } from './mount.ts';
import { orderRoutes } from './orders/orders.routes.ts';
import { ownerRoutes } from './owners/owners.routes.ts';
import { reportRoutes } from './reports/reports.routes.ts';
import { settingRoutes } from './settings/settings.routes.ts';
import { unitKeyRoutes } from './units/unit-keys.routes.ts';
import { unitRoutes } from './units/units.routes.ts';
import { userRoutes } from './users/users.routes.ts';
import { overviewRoutes } from './venues/overview.routes.ts';
import { venueRoutes } from './venues/venues.routes.ts';
import { versionRoutes } from './version/version.routes.ts';

const secondMs = 1000;

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app = fastify({
    logger: { level: deps.logLevel, redact: ['req.headers.authorization'] },
    trustProxy: deps.trustProxy,
    genReqId: () => randomUUID(),
    bodyLimit: 1_048_576,
    connectionTimeout: 60 * secondMs,
    requestTimeout: 30 * secondMs,
    forceCloseConnections: true,
    routerOptions: {
      ignoreTrailingSlash: true,
      querystringParser: (text) =>
        parseQuery(text, { depth: 2, parameterLimit: 100, arrayLimit: 100 }),
    },
  });
  answerFailures(app);
  await app.register(helmet, { contentSecurityPolicy, hsts: false });
  await app.register(compress, { global: true, threshold: 2048, encodings: ['gzip', 'deflate'] });
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store');
  });

  const mount = mountOn(app, deps);
  userRoutes(mount, deps);
  ownerRoutes(mount, deps);
  venueRoutes(mount, deps);
  overviewRoutes(mount, deps);
  unitRoutes(mount, deps);
  unitKeyRoutes(mount, deps);
  orderRoutes(mount, deps);
  reportRoutes(mount, deps);
  settingRoutes(mount, deps);
  flagRoutes(mount, deps);
  auditRoutes(mount, deps);
  versionRoutes(mount);
  for (const call of Object.values(calls)) if ('notYet' in call) mountNotYet(mount, call);

  docsRoutes(app);
  healthRoutes(app, deps);
  if (deps.webRoot !== null) await dashboardFiles(app, deps.webRoot);
  return app;
}

/** Only our own scripts; inline styles, because components position themselves by them. Plain HTTP stays plain. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    fontSrc: ["'self'"],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};
