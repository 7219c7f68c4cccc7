/** Webhooks: events that are sent to programs of an owner. */
import type { TokenScope } from '../permissions/token-scopes.ts';

export const webhookEvents = [
  'sale.created',
  'sale.corrected',
  'refund.settled',
  'refund.failed',
  'case.opened',
  'case.resolved',
  'stock.low',
  'alert.opened',
  'alert.resolved',
  'night.closed',
  'night.restated',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const isWebhookEvent = (text: string): text is WebhookEvent =>
  webhookEvents.some((event) => event === text);

/** Shown where events are chosen. */
export const webhookEventLabels: Readonly<Record<WebhookEvent, string>> = {
  'sale.created': 'A sale',
  'sale.corrected': 'A sale was corrected',
  'refund.settled': 'A drink was refunded',
  'refund.failed': 'A refund failed or came back',
  'case.opened': 'A drink failed',
  'case.resolved': 'A failed drink was settled',
  'stock.low': 'Stock is low',
  'alert.opened': 'An alert',
  'alert.resolved': 'An alert was resolved',
  'night.closed': 'A night was closed',
  'night.restated': 'Figures of a closed night changed',
};

/** The scope with which a token reads an event. */
export const scopeOfEvent: Readonly<Record<WebhookEvent, TokenScope>> = {
  'sale.created': 'sales:read',
  'sale.corrected': 'sales:read',
  'refund.settled': 'sales:read',
  'refund.failed': 'sales:read',
  'case.opened': 'sales:read',
  'case.resolved': 'sales:read',
  'stock.low': 'stock:read',
  // Alerts are about sales, stock and figures alike.
  'alert.opened': 'reports:read',
  'alert.resolved': 'reports:read',
  'night.closed': 'reports:read',
  'night.restated': 'reports:read',
};

/** Most webhooks of an owner. */
export const mostWebhooks = 20;
export const mostUrlLength = 500;
/** Largest body that is sent: the data of an event that is larger is null. */
export const mostBodyBytes = 256 * 1024;
/** So much of a response is read and shown. */
export const mostResponseBytes = 4096;
export const deliveryTimeoutMs = 10_000;
/** Deliveries at the same time to one webhook, and connections that are kept for the next ones. */
export const deliveriesAtOnce = 16;
/** Hours for which the secret before signs too. */
export const previousSecretHours = 24;
/** Days for which deliveries are kept. */
export const deliveryDays = 14;

/** A change, an alert or a night with an earlier time may be committed so much later. */
export const lateCommitMs = 2 * 60_000;
/** Days for which the change log is kept, and with it events. */
export const eventDays = 35;
/** Changes, alerts and nights of a page of events. */
export const eventsOfPage = 100;

export const eventMessages = {
  unknownCursor: 'Use next of an earlier page',
  since: 'Use epoch milliseconds',
  twoStarts: 'Use after or since',
  gone: (from: Date) =>
    `Events of before ${from.toISOString()} are gone: they are kept for ${eventDays} days. Without after, the page begins with the oldest that is kept`,
} as const;

const firstPauseMs = 10_000;
/** A delivery is tried for so long, and a webhook without any is turned off. */
export const failsAfterMs = 3 * 24 * 60 * 60 * 1000;

/**
 * Milliseconds until the next attempt of a delivery: 10 seconds after the first, then four times as long each, the last
 * three days after the first. Null after that one.
 * @param attempts that were made, at least 1
 * @param elapsedMs since the first
 */
export function pauseAfter(attempts: number, elapsedMs: number): number | null {
  if (elapsedMs >= failsAfterMs) return null;
  return Math.min(firstPauseMs * 4 ** (attempts - 1), failsAfterMs - elapsedMs);
}

export const webhookMessages = {
  off: 'This server sends no webhooks: they are turned on with WEBHOOKS=on',
  needsUrl: 'Enter an address that begins with https://',
  notPublic: 'Enter an address that is reached over the internet',
  needsEvent: 'Choose at least one event',
  tooMany: `An owner can have at most ${mostWebhooks} webhooks: delete one first`,
  noUnit: 'There is no such unit',
  tooManyTests: 'Wait a minute before the next test',
  isOff: 'This webhook is off: turn it on first',
  /** Shown with an attempt that was not sent. */
  refusedAddress: 'Not sent: the name does not lead to an address of the internet',
  timeout: 'No response in 10 seconds',
  redirect: 'Redirects are not followed',
} as const;
