import { messageOf } from '../../db/start-error.ts';
import { dayName } from '../../lib/day-name.ts';
import { usualDelayMinutes } from '../../rules/close-out/sending-times.ts';
import {
  nightAt,
  nightOf,
  type NightRules,
  nightsOf,
  shiftDay,
} from '../../rules/nights/nights.ts';
import { drain } from '../jobs/queue-jobs.ts';
import { findFirstSale } from '../reports/sales-sums.queries.ts';
import type { AppDeps } from '../shared/deps.ts';
import { readChanges } from '../sums/sums.queries.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { rebuildSums } from '../verification/rebuild-venue.ts';
import { insertMissingVerifications } from '../verification/venue-verifications.queries.ts';
import { inSnapshot, type VerificationSettings } from '../verification/verify-venues.ts';
import {
  type ClaimedNights,
  claimNights,
  findLastDay,
  insertCertificate,
  listCertificateRows,
  listLatest,
  storeDifferences,
  storeProgress,
} from './certificates.queries.ts';
import { listLogNumbers } from '../changes/changes.queries.ts';
import { hashCertificate, readNight, wholeHours } from './read-night.ts';

type Needs = Pick<AppDeps, 'db' | 'now'> & VerificationSettings;

const minuteMs = 60_000;
const delayMs = usualDelayMinutes * minuteMs;
/** A late sale, and a clock that changes, is noticed within this time. */
const longestUncheckedMs = 15 * minuteMs;
/** Nights before the first certificate of a venue that are certified with it: the change log is kept as long. */
const mostDays = 35;
const [venuesAtOnce, claimedAtOnce] = [2, 4];
const mostChanges = 10_000;

/**
 * Makes the certificates of nights that ended an hour ago, when their close-outs are due, and new versions of nights that
 * changed afterwards. Where a stored sum differs from the sales, the sums of the night are rebuilt with the next run, and
 * it is certified again. Several workers share the work.
 */
export async function certifyNights(deps: Needs): Promise<void> {
  const { db, now } = deps;
  await insertMissingVerifications(db, now());
  const claim = (): Promise<ClaimedNights[]> => {
    const at = now();
    const until = new Date(at.getTime() + longestUncheckedMs);
    return claimNights(db, { now: at, until, most: claimedAtOnce });
  };
  await drain(claim, venuesAtOnce, (venue) =>
    certifyVenue(deps, venue).catch((error: unknown) =>
      deps.logError(
        `The nights of venue ${venue.venue_id} were not certified: ${messageOf(error)}`,
      ),
    ),
  );
}

async function certifyVenue(deps: Needs, venue: ClaimedNights): Promise<void> {
  const { db, now } = deps;
  const { venue_id: venueId } = venue;
  const rules = await findNightRules(db, venueId);
  if (!rules) return;
  const nowMs = now().getTime();
  const last = shiftDay(nightAt(rules, nowMs - delayMs).day, -1);
  const first = shiftDay(last, 1 - mostDays);
  const lastDay = await findLastDay(db, venueId);
  const changed = await listChangedDays(deps, venue, lastDay === null ? null : rules);
  const from = [first, ...changed.days].sort()[0] ?? first;
  const latest = await listLatest(db, venueId, { from, to: last });
  let isAllRight = true;
  const certify = async (day: string, isRebuilt = false): Promise<void> => {
    if (!(await certifyNight(deps, venueId, rules, day, isRebuilt))) isAllRight = false;
  };
  for (const { day, agrees, is_rebuilt: isRebuilt } of latest) {
    if (agrees || isRebuilt) continue;
    const range = wholeHours(nightOf(rules, day));
    await rebuildSums(deps, venueId, range, dayName(day));
    await certify(day, true);
    changed.days.delete(day);
  }
  for (const { day } of latest) if (changed.days.has(day)) await certify(day);
  for (const { day } of await listNewNights(deps, venueId, rules, { first, last, lastDay }))
    await certify(day);
  const nextMs = nightAt(rules, nowMs - delayMs).endMs + delayMs;
  const certifyAt = isAllRight ? Math.min(nextMs, nowMs + longestUncheckedMs) : nowMs + minuteMs;
  await storeProgress(db, venueId, {
    certifyAt: new Date(certifyAt),
    certifiedTo: changed.numbers,
  });
}

/** Nights that are over and not certified, after the last one that is, or else from the first with a sale. */
async function listNewNights(
  { db }: Needs,
  venueId: string,
  rules: NightRules,
  { first, last, lastDay }: { first: string; last: string; lastDay: string | null },
) {
  if (lastDay !== null) return nightsOf(rules, shiftDay(lastDay, 1), last);
  const sale = await findFirstSale(db, venueId, {
    from: new Date(nightOf(rules, first).startMs),
    before: new Date(nightOf(rules, last).endMs),
  });
  return sale === null ? [] : nightsOf(rules, nightAt(rules, sale.getTime()).day, last);
}

/**
 * Days of the nights that the change log concerns since the last time, and its numbers now.
 * @param rules null for a venue without a certificate
 */
async function listChangedDays(
  { db }: Needs,
  { venue_id: venueId, certified_to: certifiedTo }: ClaimedNights,
  rules: NightRules | null,
): Promise<{ days: Set<string>; numbers: Record<string, number> }> {
  const days = new Set<string>();
  const numbers: Record<string, number> = {};
  for (const { unit_id, last_number } of await listLogNumbers(db, venueId)) {
    const after = certifiedTo[unit_id] ?? 0;
    numbers[unit_id] = last_number;
    if (rules === null || last_number === after) continue;
    const unit = { venue_id: venueId, unit_id };
    const { hours, last } = await db
      .transaction()
      .execute((moment) => readChanges(moment, unit, { after, size: mostChanges }));
    numbers[unit_id] = last ?? last_number;
    for (const hour of hours) {
      const { startMs, endMs } = wholeHours({ startMs: hour.getTime(), endMs: hour.getTime() + 1 });
      // A night may begin within the hour.
      for (const ms of [startMs, endMs - 1]) days.add(nightAt(rules, ms).day);
    }
  }
  return { days, numbers };
}

/**
 * Stores the next version of the certificate of a night, unless it would state what the last one does.
 * @returns false where a stored figure differs from the sales
 */
async function certifyNight(
  { db, now, logError }: Needs,
  venueId: string,
  rules: NightRules,
  day: string,
  isRebuilt: boolean,
): Promise<boolean> {
  const night = nightOf(rules, day);
  const yesterday = shiftDay(day, -1);
  const { body, isNew } = await inSnapshot(db, async (moment) => {
    const rows = await listCertificateRows(moment, venueId, { from: yesterday, to: day });
    const before = rows.findLast((row) => row.day === day);
    const previous = rows.findLast((row) => row.day === yesterday);
    const read = await readNight(moment, venueId, night, before, isRebuilt);
    if (before && !isRebuilt && isSame(read, before.body)) return { body: read, isNew: false };
    const row = {
      venue_id: venueId,
      day,
      version: (before?.version ?? 0) + 1,
      made_at: now(),
      body: read,
      previous_hash: before ? before.previous_hash : (previous?.hash ?? null),
    };
    const stored = { ...row, hash: hashCertificate(row) };
    return { body: read, isNew: await insertCertificate(moment, stored) };
  });
  const found = body.differences;
  if (found.length === 0) return true;
  if (isNew) {
    const [first = '', ...more] = found;
    logError(
      `The night ${day} of venue ${venueId} differs from its sales (${found.length}): ${first}${more.length > 0 ? ` And ${more.length} more.` : ''}`,
    );
    await db.transaction().execute((transaction) =>
      storeDifferences(transaction, venueId, {
        at: now(),
        sentences: found,
        span: wholeHours(night),
      }),
    );
  }
  return isRebuilt;
}

type Body = Parameters<typeof hashCertificate>[0]['body'];

const isSame = (one: Body, other: Body): boolean =>
  one.linesHash === other.linesHash &&
  one.start === other.start &&
  one.end === other.end &&
  one.differences.join('\n') === other.differences.join('\n');
