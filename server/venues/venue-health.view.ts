import type { z } from 'zod';
import type { getVenueHealth as healthEndpoint } from '../../contract/unit-health.ts';
import { type Finding, isInService } from '../../rules/health/findings.ts';
import type { UnitHealth, VenueHealth } from './get-venue-health.ts';

type View = z.output<(typeof healthEndpoint)['responses'][200]>;

const iso = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString());

/** @param low number of ingredients that are out or at their threshold, by unit */
export function venueHealthView(health: VenueHealth, low: ReadonlyMap<string, number>): View {
  const { nowMs, night, marks, isOpen, units, findings } = health;
  return {
    asOf: new Date(nowMs).toISOString(),
    timezone: night.timezone,
    night: marks,
    isOpen,
    findings: findings.map((finding) => findingView(finding, units)),
    units: units.map((unit) => unitView(unit, nowMs, low.get(unit.activity.id) ?? 0)),
  };
}

function findingView({ kind, unit, text }: Finding, units: readonly UnitHealth[]) {
  const activity = unit === null ? undefined : units[unit]?.activity;
  return {
    kind,
    unitId: activity?.id ?? null,
    unitNumber: activity?.unit_number ?? null,
    unitName: activity?.unit_name ?? null,
    text,
  };
}

function unitView(
  { activity, report, facts, text, refusedSales }: UnitHealth,
  nowMs: number,
  lowStock: number,
): View['units'][number] {
  const { service, quiet } = facts;
  return {
    unitId: activity.id,
    unitNumber: activity.unit_number,
    unitName: activity.unit_name,
    state: facts.state,
    text,
    lastContactAt: iso(facts.lastContactMs),
    lastSoldAt: iso(facts.lastSoldMs),
    silent: quiet?.isSilent ?? false,
    expectedSince: quiet && Math.round(quiet.expected * 100) / 100,
    odds: quiet?.odds ?? null,
    missedSales: quiet?.missing ?? null,
    failureRate: facts.failureRate,
    reader: facts.reader,
    queued: report?.queued_sales ?? null,
    skewMs: facts.skewMs,
    software: report?.software ?? '',
    refused: refusedSales,
    future: facts.aheadMs !== null,
    inService:
      service && isInService(facts, nowMs)
        ? {
            from: new Date(service.fromMs).toISOString(),
            until: new Date(service.untilMs).toISOString(),
            reason: service.reason,
          }
        : null,
    lowStock,
  };
}
