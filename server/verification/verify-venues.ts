import { messageOf } from '../../db/start-error.ts';
import type { Db, Tx } from '../../db/tables/tables.ts';
import { bucketEnd, type Stretch } from '../../rules/reports/rollup-cover.ts';
import type { AppDeps } from '../shared/deps.ts';
import * as verifications from './venue-verifications.queries.ts';
import { asOfOneMoment, type UnitNumbers, verifySales, verifyStock } from './verify-venue.ts';

export interface VerificationSettings {
  /** Logs at the level error. */
  logError: (message: string) => void;
}

type Needs = Pick<AppDeps, 'db' | 'now'> & VerificationSettings;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Of one venue. Hours are whole, so that it is more by the sales of an hour. */
const mostSalesOfSpan = 5_000;
/** Venues of a run; a run is every ten minutes. */
const mostVenues = 4;
/** Including those that are left out, as they have not sold. */
const mostClaims = 200;
const soldWithinMs = 35 * dayMs;
/** Sales and entries of the log that were received last, for the levels and the numbers. */
const mostReceived = 20_000;
const [mostSpans, mostSentences, mostSentencesInLog] = [10, 50, 10];

/**
 * Compares what is stored twice for a sample: the venues that have waited longest, among those that have sold lately.
 * Of each, the newest sales, those that differed before, and a stretch of earlier ones, which moves on from one time to
 * the next. A difference is logged and stored, for the dashboard of super admins and /metrics; nothing is changed.
 * @param mostSales of a span
 */
export async function verifyVenues(deps: Needs, mostSales = mostSalesOfSpan): Promise<void> {
  const { db, now } = deps;
  await verifications.insertMissingVerifications(db, now());
  for (let claims = 0, verified = 0; claims < mostClaims && verified < mostVenues; claims += 1) {
    const at = now();
    const next = new Date(at.getTime() + dayMs);
    const claimed = await verifications.claimVerification(db, { now: at, next });
    if (claimed === null) return;
    const { venue_id: venueId, spans } = claimed;
    const since = new Date(at.getTime() - soldWithinMs);
    if (spans.length === 0 && !(await verifications.hasSoldSince(db, venueId, since))) continue;
    verified += 1;
    await verify(deps, claimed, mostSales).catch((error: unknown) =>
      deps.logError(`The figures of venue ${venueId} were not compared: ${messageOf(error)}`),
    );
  }
}

async function verify(
  { db, now, logError }: Needs,
  venue: verifications.ClaimedVenue,
  mostSales: number,
): Promise<void> {
  const { venue_id: venueId } = venue;
  const unitNumbers = await verifications.listUnitNumbers(db, venueId);
  const { newest, earlier } = await choose(db, venue, mostSales);
  const spans = [...venue.spans, ...[newest, earlier].flatMap((span) => span ?? [])];
  // The newest would otherwise grow until the next time.
  const endMs = bucketEnd('hour', now().getTime());
  const differing: Stretch[] = [];
  const sentences = new Set<string>();
  for (const span of spans) {
    const { differences } = await asOfOneMoment(db, (moment) =>
      verifySales(moment, venueId, unitNumbers, span),
    );
    if (differences.length > 0) differing.push({ ...span, endMs: Math.min(span.endMs, endMs) });
    for (const sentence of differences) sentences.add(sentence);
  }
  const stock = await asOfOneMoment(db, (moment) => verifyNewest(moment, venueId, unitNumbers));
  for (const sentence of stock) sentences.add(sentence);
  const found = [...sentences];
  if (found.length > 0) logError(inLog(venueId, found));
  await verifications.storeVerification(db, venueId, {
    at: now(),
    differences: found.length,
    sentences: found.slice(0, mostSentences),
    spans: distinct(differing).slice(0, mostSpans),
    earlierThan:
      venue.spans.length > 0
        ? venue.earlier_than
        : earlier === null
          ? null
          : new Date(earlier.startMs),
  });
}

/** The newest sales; and, unless others wait for being right again, the ones before those of the last time. */
async function choose(
  db: Db,
  { venue_id: venueId, spans, earlier_than }: verifications.ClaimedVenue,
  most: number,
): Promise<{ newest: Stretch | null; earlier: Stretch | null }> {
  const startMs = await verifications.findFirstMonth(db);
  const before = (endMs: number) =>
    verifications.findNewestSpan(db, { venueId }, { startMs, endMs, most });
  const newest = await before(verifications.everMs.end);
  if (newest === null || spans.length > 0) return { newest, earlier: null };
  return { newest, earlier: await before(earlier_than?.getTime() ?? newest.startMs) };
}

async function verifyNewest(
  moment: Tx,
  venueId: string,
  unitNumbers: UnitNumbers,
): Promise<string[]> {
  const received = await verifications.findReceiptBefore(moment, venueId, mostReceived);
  return verifyStock(moment, venueId, unitNumbers, {
    // Sales of the two days before are read too.
    movedSince: new Date((received?.getTime() ?? verifications.everMs.start) + 2 * dayMs),
    entries: Math.ceil(mostReceived / Math.max(1, unitNumbers.size)),
  });
}

const distinct = (spans: readonly Stretch[]): Stretch[] => [
  ...new Map(spans.map((span) => [`${span.startMs} ${span.endMs}`, span])).values(),
];

function inLog(venueId: string, found: readonly string[]): string {
  const more = found.length - mostSentencesInLog;
  return [
    `The figures of venue ${venueId} differ from its sales (${found.length}):`,
    ...found.slice(0, mostSentencesInLog),
    ...(more > 0 ? [`And ${more} more: npm run verify -- --venue ${venueId}`] : []),
  ].join(' ');
}
