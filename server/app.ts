/** The app without a port: all resources, and the hooks that apply to all of them. */
import compress from '@fastify/compress';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { parse as parseQuery } from 'qs';
import { usualBodyBytes } from '../contract/endpoint.ts';
import { actingHeader } from '../contract/headers.ts';
import { actingRoutes } from './acting/acting.routes.ts';
import { fleetRoutes } from './fleet/fleet.routes.ts';
import { ticketRoutes } from './fleet/tickets.routes.ts';
import { requireActing } from './acting/acting.ts';
import { findActor } from './users/authenticate.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import {
  finishUnderWay,
  limitBodyTime,
  longestBodyMs,
  rejectUnderPressure,
} from './http/connections.ts';
import {
  handleErrors,
  ignoreExpectHeader,
  refuseAddress,
  respondToMalformed,
} from './http/error-handler.ts';
import { ignoreInvalidForwarded, warnOfIgnoredProxy } from './http/proxy.ts';
import { setSecurityHeaders } from './http/security-headers.ts';
import { dashboardFiles } from './http/static-files.ts';
import type { AppDeps } from './shared/deps.ts';
import { diagnosisRoutes } from './diagnosis/diagnosis.routes.ts';
import { drinkRoutes, venueDrinkRoutes } from './drinks/drinks.routes.ts';
import { docsRoutes } from './docs/docs.routes.ts';
import { bucketRoutes, fileRoutes } from './files/files.routes.ts';
import { flagRoutes } from './flags/flags.routes.ts';
import { healthRoutes } from './health/health.routes.ts';
import { issueRoutes } from './issues/issues.routes.ts';
import { liveRoutes, openLiveStreams } from './live/live.routes.ts';
import { importRoutes } from './imports/imports.routes.ts';
import { ingredientRoutes } from './ingredients/ingredients.routes.ts';
import { parseJsonBodies } from './http/json.ts';
import { logSettings, requestId, setRequestIdHeader } from './http/logging.ts';
import { metricsRoutes } from './metrics/metrics.routes.ts';
import { mountOn } from './http/mount.ts';
import { previewedActor } from './people/previewed-actor.ts';
import { peopleRoutes } from './people/people.routes.ts';
import { orderRoutes } from './orders/orders.routes.ts';
import { refundRoutes, webhookRoutes } from './refunds/refunds.routes.ts';
import { ownerRoutes } from './owners/owners.routes.ts';
import { alertRoutes, pushSubscriptionRoutes } from './alerts/alerts.routes.ts';
import { exportRoutes } from './exports/exports.routes.ts';
import { accountingRoutes } from './accounting/accounting.routes.ts';
import { certificateRoutes } from './certificates/certificates.routes.ts';
import { reportViewRoutes } from './report-views/report-views.routes.ts';
import { closeOutRoutes, unsubscribeRoutes } from './close-outs/close-outs.routes.ts';
import { caseRoutes } from './cases/cases.routes.ts';
import { recordRefusedOrders, refusedSaleRoutes } from './refused-sales/refused-sales.routes.ts';
import { renderingRoutes } from './renderings/renderings.routes.ts';
import { priceRehearsalRoutes } from './price-rehearsal/price-rehearsal.routes.ts';
import { lossRoutes } from './loss/loss.routes.ts';
import { copyRoutes } from './copies/copies.routes.ts';
import { priceChangeRoutes } from './price-changes/price-changes.routes.ts';
import { deliveryRoutes } from './deliveries/deliveries.routes.ts';
import { stockOrderRoutes } from './deliveries/stock-orders.routes.ts';
import { stockCountRoutes } from './stock-counts/stock-counts.routes.ts';
import { menuCategoryRoutes } from './menu-categories/menu-categories.routes.ts';
import { pricePlanRoutes } from './price-plans/price-plans.routes.ts';
import { recipientRoutes } from './recipients/recipients.routes.ts';
import { allVenuesRoutes } from './all-venues/all-venues.routes.ts';
import { reportRoutes } from './reports/reports.routes.ts';
import { searchRoutes } from './search/search.routes.ts';
import { standardBarRoutes } from './standard-bars/standard-bars.routes.ts';
import { settingRoutes } from './settings/settings.routes.ts';
import {
  contactRoutes,
  unitInventoryRoutes,
  unitKeyRoutes,
  unitRoutes,
} from './units/units.routes.ts';
import { positionHealthRoutes } from './units/contact/position-health.routes.ts';
import {
  unitContactRoutes,
  unitServiceRoutes,
  unitStripRoutes,
} from './units/contact/unit-contact.routes.ts';
import { stockForecastRoutes } from './forecast/stock-forecast.routes.ts';
import { menuLossRoutes } from './menu-loss/menu-loss.routes.ts';
import { refillRoutes, stockRoutes } from './refills/refills.routes.ts';
import { limitTokens } from './tokens/limit-tokens.ts';
import { tokenRoutes } from './tokens/tokens.routes.ts';
import { eventRoutes } from './webhooks/events.routes.ts';
import { outgoingWebhookRoutes } from './webhooks/webhooks.routes.ts';
import { unitMenuRoutes } from './units/unit-menu.routes.ts';
import {
  identityRoutes,
  passkeyRoutes,
  secondFactorRoutes,
} from './users/credentials/credentials.routes.ts';
import {
  firstAccountRoutes,
  ownerInvitationRoutes,
  passwordRoutes,
  profileRoutes,
  sessionRoutes,
  userRoutes,
} from './users/users.routes.ts';
import { nightRoutes, venueRoutes } from './venues/venues.routes.ts';
import { membershipRoutes } from './memberships/memberships.routes.ts';
import { noticeRoutes } from './notices/notices.routes.ts';
import { overviewRoutes, venueHealthRoutes } from './venues/overview.routes.ts';
import { versionRoutes } from './version/version.routes.ts';
import { wallRoutes } from './walls/walls.routes.ts';

const secondMs = 1000;

export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const app: FastifyInstance = fastify({
    logger: logSettings(deps.logLevel),
    // Trusts one hop only: X-Forwarded-For entries sent by the client precede the one added by the proxy.
    trustProxy: deps.trustProxy && ((_address: string, hop: number) => hop === 0),
    genReqId: requestId(deps.trustProxy),
    logController: new LogController({ requestIdLogLabel: 'requestId' }),
    bodyLimit: usualBodyBytes,
    connectionTimeout: 60 * secondMs,
    requestTimeout: longestBodyMs,
    http: { headersTimeout: 30 * secondMs },
    forceCloseConnections: true,
    // Also the timeout of hooks: the end of requests in flight is waited for in one.
    pluginTimeout: 40 * secondMs,
    clientErrorHandler: (error, socket) => respondToMalformed(app, error, socket),
    frameworkErrors: refuseAddress,
    routerOptions: {
      ignoreTrailingSlash: true,
      // No limit of its own below the request size: an id that is too long is missing like any other (404).
      maxParamLength: 16_384,
      querystringParser: (text) =>
        parseQuery(text, { depth: 2, parameterLimit: 100, arrayLimit: 100 }),
    },
  });
  // First: a hook that waits would delay the start of the timeout.
  limitBodyTime(app);
  setRequestIdHeader(app);
  ignoreInvalidForwarded(app);
  handleErrors(app);
  const streams = openLiveStreams(app, deps);
  finishUnderWay(app);
  ignoreExpectHeader(app);
  await rejectUnderPressure(app);
  if (!deps.trustProxy) warnOfIgnoredProxy(app);
  parseJsonBodies(app);
  setSecurityHeaders(app, deps.storage.origins);
  await app.register(compress, {
    global: true,
    threshold: 2048,
    encodings: ['gzip', 'deflate'],
    // Half the time of the default level for responses of the same size.
    zlibOptions: { level: 4 },
  });
  app.addHook('onSend', (request, reply, _payload, next) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store');
    next();
  });

  metricsRoutes(app, deps, () => streams.count);
  app.decorate('readRouter', deps.readRouter);
  app.decorate('authenticate', async (headers, address) => {
    const actor = await findActor(deps, headers, address);
    await requireActing(deps, actor, headers[actingHeader]);
    return previewedActor(deps, actor, headers);
  });
  app.decorate('limitTokens', limitTokens(deps.pool));
  const mount = mountOn(app);
  userRoutes(mount, deps);
  firstAccountRoutes(mount, deps);
  ownerInvitationRoutes(mount, deps);
  passwordRoutes(mount, deps);
  sessionRoutes(mount, deps);
  profileRoutes(mount, deps);
  secondFactorRoutes(mount, deps);
  passkeyRoutes(mount, deps);
  identityRoutes(mount, deps);
  tokenRoutes(mount, deps);
  outgoingWebhookRoutes(mount, deps);
  eventRoutes(mount, deps);
  recipientRoutes(mount, deps);
  membershipRoutes(mount, deps);
  peopleRoutes(mount, deps);
  ownerRoutes(mount, deps);
  actingRoutes(mount, deps);
  fleetRoutes(mount, deps);
  ticketRoutes(mount, deps);
  venueRoutes(mount, deps);
  venueDrinkRoutes(mount, deps);
  overviewRoutes(mount, deps);
  venueHealthRoutes(mount, deps);
  unitStripRoutes(mount, deps);
  liveRoutes(mount, deps, streams);
  wallRoutes(mount, deps);
  nightRoutes(mount, deps);
  noticeRoutes(mount, deps);
  unitRoutes(mount, deps);
  standardBarRoutes(mount, deps);
  contactRoutes(mount, deps);
  unitMenuRoutes(mount, deps);
  unitContactRoutes(mount, deps);
  unitServiceRoutes(mount, deps);
  unitKeyRoutes(mount, deps);
  unitInventoryRoutes(mount, deps);
  ingredientRoutes(mount, deps);
  drinkRoutes(mount, deps);
  lossRoutes(mount, deps);
  positionHealthRoutes(mount, deps);
  priceChangeRoutes(mount, deps);
  copyRoutes(mount, deps);
  pricePlanRoutes(mount, deps);
  menuCategoryRoutes(mount, deps);
  stockCountRoutes(mount, deps);
  deliveryRoutes(mount, deps);
  stockOrderRoutes(mount, deps);
  priceRehearsalRoutes(mount, deps);
  menuLossRoutes(mount, deps);
  stockForecastRoutes(mount, deps);
  refillRoutes(mount, deps);
  stockRoutes(mount, deps);
  orderRoutes(mount, deps, recordRefusedOrders(deps));
  refusedSaleRoutes(mount, deps);
  caseRoutes(mount, deps);
  issueRoutes(mount, deps);
  refundRoutes(mount, deps);
  diagnosisRoutes(mount, deps);
  reportRoutes(mount, deps);
  accountingRoutes(mount, deps);
  exportRoutes(mount, deps);
  certificateRoutes(mount, deps);
  allVenuesRoutes(mount, deps);
  searchRoutes(mount, deps);
  closeOutRoutes(mount, deps);
  reportViewRoutes(mount, deps);
  alertRoutes(mount, deps);
  pushSubscriptionRoutes(mount, deps);
  settingRoutes(mount, deps);
  flagRoutes(mount, deps);
  fileRoutes(mount, deps);
  auditRoutes(mount, deps);
  versionRoutes(mount);

  await webhookRoutes(app, deps);
  await unsubscribeRoutes(app, deps);
  await bucketRoutes(app, deps);
  await renderingRoutes(app, deps);
  await importRoutes(app, deps);
  docsRoutes(app);
  healthRoutes(app, deps);
  if (deps.webRoot !== null) await dashboardFiles(app, deps.webRoot);
  return app;
}
