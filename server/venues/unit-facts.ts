import { contactStateOf } from '../../rules/health/contact-state.ts';
import type { FailureRate } from '../../rules/health/failure-rate.ts';
import type { UnitFacts } from '../../rules/health/findings.ts';
import { quietOf, type Selling } from '../../rules/health/quiet.ts';
import { clockSkewMs } from '../../rules/units/unit-contact.ts';
import type { UnitActivity } from './overview.queries.ts';
import type { Expectations } from './read-expectations.ts';
import type { EndedGap, PaidSales, ServiceRow, UnitReport } from './venue-health.queries.ts';

/** What was read of the units of a venue, by unit. */
export interface Sources extends Pick<Expectations, 'expected' | 'sold'> {
  reportOf: ReadonlyMap<string, UnitReport>;
  serviceOf: ReadonlyMap<string, ServiceRow>;
  gapOf: ReadonlyMap<string, EndedGap>;
  rates: ReadonlyMap<string, FailureRate>;
  /** Of units whose last sale was free. */
  paidOf: ReadonlyMap<string, PaidSales>;
  /** End of the last outage of the server. */
  resumedMs: number | null;
}

/** Collects the facts about a unit that decide what is found wrong with it. */
export function unitFacts(
  { id, last_sold_at, dated_ahead, impossible_date }: UnitActivity,
  { expected, sold, reportOf, serviceOf, gapOf, rates, paidOf, resumedMs }: Sources,
  about: { nightStartMs: number; nowMs: number; isOpen: boolean },
): UnitFacts {
  const [report, gap, ours] = [reportOf.get(id), gapOf.get(id), expected.get(id)];
  const service = serviceOf.get(id);
  const servedMs = service?.until_at.getTime() ?? null;
  const lastContactMs = report?.last_contact_at?.getTime() ?? null;
  const lastSoldMs = last_sold_at?.getTime() ?? null;
  const state = contactStateOf(lastContactMs, report?.contact_gaps_s ?? [], about.nowMs);
  const isServed = servedMs !== null && servedMs <= about.nowMs;
  // Not spread from `ours`, which takes some microseconds for each unit.
  const selling = ours && {
    expectation: ours.expectation,
    variance: ours.variance,
    sold: sold.get(id) ?? 0,
    lastSoldMs,
    resumedMs: latest(resumedMs, isServed ? servedMs : null),
  };
  const paid = paidOf.get(id);
  return {
    state,
    lastContactMs,
    lastSoldMs,
    quiet: selling ? quietOf(selling, about) : null,
    paid: selling && paid ? paidFacts(selling, paid, about) : null,
    failureRate: rates.get(id) ?? null,
    // A reader that was reported before the contact was lost says nothing of now.
    reader: state === 'online' ? (report?.reader_state ?? 'unknown') : 'unknown',
    skewMs: clockSkewMs(report?.clock_skews_ms ?? []),
    aheadMs: dated_ahead?.getTime() ?? null,
    impossibleMs: impossible_date?.getTime() ?? null,
    service: service
      ? {
          fromMs: service.from_at.getTime(),
          untilMs: service.until_at.getTime(),
          isEnded: service.ended_by !== null,
          reason: service.reason,
        }
      : null,
    gap: gap
      ? {
          fromMs: gap.from_at.getTime(),
          untilMs: gap.until_at.getTime(),
          lateSales: gap.late_sales,
        }
      : null,
  };
}

/** How long a unit was not paid, where the paid share of its sales is as before. */
function paidFacts(
  { expectation, ...selling }: Selling,
  { last_at, share, free }: PaidSales,
  about: { nightStartMs: number; nowMs: number; isOpen: boolean },
): UnitFacts['paid'] {
  const ofPaid = {
    total: share * expectation.total,
    until: (ms: number) => share * expectation.until(ms),
  };
  const lastSoldMs = last_at.getTime();
  return {
    quiet: quietOf(
      { ...selling, expectation: ofPaid, sold: Math.max(0, selling.sold - free), lastSoldMs },
      about,
    ),
    lastSoldMs,
  };
}

export const latest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.max(one, other);
