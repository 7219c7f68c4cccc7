import type { EndpointResponse } from '../../contract/endpoints.ts';
import * as endpoints from '../../contract/cases.ts';
import type { QueryOf } from '../../contract/endpoint.ts';
import { toDollars } from '../../lib/money.ts';
import { caseMessages } from '../../rules/cases/case-messages.ts';
import { usualRefundPolicy } from '../../rules/cases/cases.ts';
import { type Actor, scopeOf } from '../../rules/permissions.ts';
import { nightRange } from '../../rules/nights/nights.ts';
import type { TimeRange } from '../../rules/reports/rollup-cover.ts';
import type { EndpointRequest, Mount } from '../http/mount.ts';
import type { AppDeps } from '../shared/deps.ts';
import { notFound } from '../shared/errors.ts';
import { parseId, validIds } from '../shared/ids.ts';
import { auditContext, requireCursor } from '../shared/require.ts';
import { requireUnitOf } from '../units/unit-access.ts';
import { requireNightRules } from '../venues/nights.ts';
import { findInVenues, requireVenue } from '../venues/venue-access.ts';
import { caseView, groupViews, ledgerView } from './cases.view.ts';
import { getCaseLedger } from './get-case-ledger.ts';
import {
  findCase,
  listCases,
  listCasesById,
  sumAutomaticRefunds,
  sumGroups,
  sumOpenCases,
  sumPart,
} from './cases.queries.ts';
import { findRefundPolicy } from '../orders/pour-cases.queries.ts';
import { type ReadCase, readCases } from './read-cases.ts';
import { capPeriod, resolveCase, resolveCases, updateRefundPolicy } from './cases.ts';

export function caseRoutes(mount: Mount, deps: AppDeps): void {
  const { db } = deps;

  mount(endpoints.listCases, async ({ actor, params, query }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const unitId = await requireUnitOf(deps, actor, venue.id, query.unitId);
    const before = await requireCursor(
      query.before,
      async (id) => (await findCase(db, id, scopeOf(actor))) ?? undefined,
      caseMessages.noSuchCaseBefore,
    );
    const range = await rangeOfDays(deps, venue.id, query);
    const { cause, state, part } = query;
    const filter = { venueId: venue.id, unitId, cause, state, range, part };
    const page = await listCases(db, filter, { before, size: query.pagination.size });
    const groupIds = [...new Set(page.map(({ group_id }) => group_id))];
    const sums = await sumGroups(db, filter, groupIds);
    const sum = part && (await sumPart(db, filter, part));
    return {
      cases: (await readCases(db, page)).map(caseView),
      groups: groupViews(page, sums),
      ...(sum && { sum: { cases: sum.cases, amount: toDollars(sum.cents) } }),
    };
  });

  mount(endpoints.getCaseSummary, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const { open, glasses, owed_cents } = await sumOpenCases(db, venue.id);
    return { open, glasses, owed: toDollars(owed_cents) };
  });

  mount(endpoints.resolveCase, async (request) => {
    const { actor, params, body, reply } = request;
    const one = await requireCase(deps, actor, params.id);
    const isDone = await resolveCase(deps, one, body, requestedBy(request));
    if (!isDone) reply.code(202);
    return caseView(await requireCase(deps, actor, params.id));
  });

  mount(endpoints.resolveCases, async (request) => {
    const { actor, params, body } = request;
    const { ids, ...settlement } = body;
    const venue = await requireVenue(deps, actor, params.venueId);
    const found = await readCases(db, await listCasesById(db, venue.id, validIds(ids)));
    const settled = await resolveCases(deps, found, settlement, requestedBy(request));
    const byId = new Map(settled.map((one) => [one.id, one]));
    const { status, message } = notFound('case');
    return { results: ids.map((id) => byId.get(id) ?? { id, status, message }) };
  });

  mount(endpoints.getCaseLedger, async ({ actor, params, query, reads }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    const unitId = await requireUnitOf(deps, actor, venue.id, query.unitId);
    const scope = { venueId: venue.id, unitId };
    const { total, days, ...rest } = await getCaseLedger({ db, reads }, scope, query);
    return {
      ...ledgerView(total),
      otherRefunds: toDollars(rest.otherRefundCents),
      feesLost: toDollars(rest.feesLostCents),
      comps: toDollars(rest.compCents),
      leaked: {
        comps: toDollars(rest.compCents),
        refundedPoured: toDollars(rest.refundedPouredCents),
        overPour: null,
      },
      days: days.map((sums) => ({ day: sums.day, ...ledgerView(sums) })),
    };
  });

  mount(endpoints.getRefundPolicy, async ({ actor, params }) => {
    const venue = await requireVenue(deps, actor, params.venueId);
    return refundPolicyView(deps, venue.id);
  });

  mount(endpoints.updateRefundPolicy, async (request) => {
    const venue = await requireVenue(deps, request.actor, request.params.venueId);
    await updateRefundPolicy(deps, venue, request.body, auditContext(request));
    return refundPolicyView(deps, venue.id);
  });
}

async function refundPolicyView(
  { db, now }: Pick<AppDeps, 'db' | 'now'>,
  venueId: string,
): Promise<EndpointResponse<'getRefundPolicy'>> {
  const row = await findRefundPolicy(db, venueId);
  const night = await capPeriod(db, venueId, now().getTime());
  return {
    policy: row?.policy ?? usualRefundPolicy.policy,
    delayMinutes: row?.delay_minutes ?? usualRefundPolicy.delayMinutes,
    cap: toDollars(row?.cap_cents ?? usualRefundPolicy.capCents),
    refundedTonight: toDollars(await sumAutomaticRefunds(db, venueId, night)),
  };
}

const requestedBy = (
  request: Pick<EndpointRequest<typeof endpoints.resolveCase>, 'actor' | 'raw'>,
) => ({
  ...auditContext(request),
  warn: (text: string) => request.raw.log.warn(text),
});

/** Time of the days from the first to the last, of which one may be left out; null where both are. */
async function rangeOfDays(
  deps: Pick<AppDeps, 'db'>,
  venueId: string,
  { from, to, timezone }: QueryOf<typeof endpoints.listCases>,
): Promise<TimeRange | null> {
  if (from === undefined && to === undefined) return null;
  const rules = await requireNightRules(deps, venueId, timezone);
  return nightRange(rules, from ?? '2000-01-01', to ?? '2099-12-31');
}

/** Returns the case if its venue is in the actor's scope; otherwise throws 404, as for a missing one. */
async function requireCase(
  { db }: Pick<AppDeps, 'db'>,
  actor: Actor,
  text: string,
): Promise<ReadCase> {
  const id = parseId(text, 'case');
  const found = await findInVenues(db, () => findCase(db, id, scopeOf(actor)));
  const [read] = found ? await readCases(db, [found]) : [];
  if (!read) throw notFound('case');
  return read;
}
