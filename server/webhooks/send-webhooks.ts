/**
 * Sends webhooks, beside the queue of jobs: so a server that does not respond takes no slot of a job. The state of each
 * delivery is stored with it; a process that ends loses none.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { withPriority } from '../../db/pool/lanes.ts';
import { groupBy } from '../../lib/lists.ts';
import { messageOf } from '../../db/start-error.ts';
import { withoutTenant } from '../../db/tenant.ts';
import { deliveriesAtOnce, failsAfterMs, pauseAfter } from '../../rules/webhooks/webhooks.ts';
import type { WebhookSender } from '../adapters/webhooks/port.ts';
import { firstVenue } from '../alerts/causes.queries.ts';
import { insertAudit } from '../audit/audit.queries.ts';
import { queueAlertCheck } from '../jobs/queue-jobs.ts';
import type { AppDeps } from '../shared/deps.ts';
import { listVenueIds, listVenuesOfOwners } from '../venues/venues.queries.ts';
import {
  type Attempted,
  claimDeliveries,
  type DeliveryRow,
  storeAttempts,
} from './deliveries.queries.ts';
import type { EventNeeds } from './events.ts';
import { makeUnitDeliveries, makeVenueDeliveries } from './make-deliveries.ts';
import { headersOf } from './sign.ts';
import { targetOf } from './webhooks.ts';
import { giveUp, listOn, storeHealth, type WebhookRow } from './webhooks.queries.ts';

type Needs = Pick<AppDeps, 'now' | 'secretsKey'> & EventNeeds & { webhooks: WebhookSender };

const stepMs = 250;
const idleMs = 2_000;
const busyMs = 5_000;
const venuesEveryMs = 2_000;
/** Deliveries at the same time to one server, to one that fails, and in all. */
const mostAtOnce = { each: deliveriesAtOnce, failing: 1, all: 256 };
/** Changes of a unit that are read at once. */
const changesAtOnce = 200;
/** A process that has no time left is taking sales: until it has, it makes few deliveries, and looks seldom. */
const busy = { utilization: 0.85, changesAtOnce: 5, most: 4 };
/** An attempt that has not ended by then is that of a process that has. */
const lostAfterMs = 60_000;

export class WebhookDeliveries {
  readonly #deps: Needs;
  readonly #sending = new Map<Promise<void>, string>();
  readonly #ended: Attempted[] = [];
  #venuesAtMs = -Infinity;

  constructor(deps: Needs) {
    this.#deps = deps;
  }

  /**
   * Stores attempts that ended, makes deliveries, and begins those that are due.
   * @param isBusy whether to make few
   * @returns whether any webhook is on, and how many attempts have begun
   */
  async step(isBusy = false): Promise<{ isOn: boolean; begun: number }> {
    await this.#store();
    const webhooks = await listOn(this.#deps.db);
    if (webhooks.length === 0) return { isOn: false, begun: 0 };
    await makeUnitDeliveries(this.#deps, webhooks, isBusy ? busy.changesAtOnce : changesAtOnce);
    await this.#makeVenueDeliveries(webhooks);
    const now = this.#deps.now();
    const claimed = await claimDeliveries(this.#deps.db, this.#freeOf(webhooks, isBusy), {
      now,
      lostAt: new Date(now.getTime() + lostAfterMs),
    });
    const byId = new Map(webhooks.map((webhook) => [webhook.id, webhook]));
    for (const delivery of claimed) {
      const webhook = byId.get(delivery.webhook_id);
      if (webhook) this.#begin(webhook, delivery);
    }
    return { isOn: true, begun: claimed.length };
  }

  /** Waits for the attempts that have begun, and stores them. */
  async settle(): Promise<void> {
    await Promise.all(this.#sending.keys());
    await this.#store();
  }

  async #makeVenueDeliveries(webhooks: readonly WebhookRow[]): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - this.#venuesAtMs < venuesEveryMs) return;
    const owners = [...new Set(webhooks.map(({ owner_id: id }) => id))];
    const venues = await listVenuesOfOwners(this.#deps.db, owners);
    await makeVenueDeliveries(this.#deps, webhooks, venues);
    this.#venuesAtMs = nowMs;
  }

  /** How many more deliveries may be made at once: of each webhook, and of all. */
  #freeOf(
    webhooks: readonly WebhookRow[],
    isBusy: boolean,
  ): { ofEach: Map<string, number>; most: number } {
    const running = groupBy([...this.#sending.values()], (id) => id);
    const free = webhooks.map(({ id, failing_since: failing }): [string, number] => {
      const most = failing ? mostAtOnce.failing : mostAtOnce.each;
      return [id, most - (running.get(id)?.length ?? 0)];
    });
    return {
      ofEach: new Map(free.filter(([, most]) => most > 0)),
      most: (isBusy ? busy.most : mostAtOnce.all) - this.#sending.size,
    };
  }

  #begin(webhook: WebhookRow, delivery: DeliveryRow): void {
    const attempt = this.#attempt(webhook, delivery).finally(() => this.#sending.delete(attempt));
    this.#sending.set(attempt, webhook.id);
  }

  async #attempt(webhook: WebhookRow, delivery: DeliveryRow): Promise<void> {
    const { now, secretsKey, webhooks: sender } = this.#deps;
    const { body, attempts, webhook_id, id, first_at: firstAt } = delivery;
    const headers = headersOf(secretsKey, webhook, { body, now: now() });
    const { isDelivered, status, response, durationMs, error } = await sender.send({
      url: webhook.url,
      headers,
      body,
    });
    const endedAt = now();
    const pauseMs = isDelivered
      ? null
      : pauseAfter(attempts, endedAt.getTime() - firstAt.getTime());
    this.#ended.push({
      webhook_id,
      id,
      attempts,
      state: isDelivered ? 'delivered' : pauseMs === null ? 'failed' : 'waiting',
      next_at: new Date(endedAt.getTime() + (pauseMs ?? 0)),
      status,
      response,
      duration_ms: durationMs,
      error,
    });
  }

  async #store(): Promise<void> {
    const ended = this.#ended.splice(0);
    if (ended.length === 0) return;
    try {
      await storeAttempts(this.#deps.db, ended);
    } catch (error) {
      this.#ended.push(...ended);
      throw error;
    }
    const now = this.#deps.now();
    const delivered = new Set(
      ended.filter(({ state }) => state === 'delivered').map((one) => one.webhook_id),
    );
    const failed = new Set(
      ended.map((one) => one.webhook_id).filter((webhookId) => !delivered.has(webhookId)),
    );
    await storeHealth(this.#deps.db, now, { delivered: [...delivered], failed: [...failed] });
    for (const id of failed) await this.#giveUp(id, now);
  }

  /** Turns off a webhook that has failed for three days. */
  async #giveUp(id: string, now: Date): Promise<void> {
    await this.#deps.db.transaction().execute(async (transaction) => {
      const since = new Date(now.getTime() - failsAfterMs);
      const webhook = await giveUp(transaction, id, since);
      if (!webhook) return;
      await insertAudit(transaction, { actor: null, address: '' }, now, {
        ownerId: webhook.owner_id,
        action: 'webhook.failed',
        target: targetOf(webhook.url),
      });
      const own = webhook.venue_ids ?? (await listVenueIds(transaction, webhook.owner_id));
      const venueId = firstVenue(own);
      if (venueId !== undefined) await queueAlertCheck(transaction, venueId, now);
    });
  }
}

/** Says of the time since it was asked last whether this process had hardly any left. */
function watchLoad(): () => boolean {
  let last = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    return utilization > busy.utilization;
  };
}

export interface WebhookWorker {
  /** Begins no more attempts, and waits for those that have begun. */
  stop(): Promise<void>;
}

/** Sends the webhooks of this server until it is stopped. */
export function startWebhooks(deps: Needs, warn: (message: string) => void): WebhookWorker {
  const stopping = new AbortController();
  const deliveries = new WebhookDeliveries(deps);
  const hasNoTime = watchLoad();
  let isTroubled = false;
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      let pauseMs = stepMs;
      try {
        const isBusy = hasNoTime();
        const { isOn } = await deliveries.step(isBusy);
        if (isBusy) pauseMs = busyMs;
        else if (!isOn) pauseMs = idleMs;
        isTroubled = false;
      } catch (error) {
        if (!isTroubled) warn(`Webhooks are delayed: ${messageOf(error)}`);
        isTroubled = true;
        pauseMs = idleMs;
      }
      await wait(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
    await deliveries.settle().catch(() => undefined);
  };
  const running = withPriority('jobs', [], () => withoutTenant(run));
  return {
    stop: async () => {
      stopping.abort();
      await running;
      deps.webhooks.close();
    },
  };
}
