/** Health of units, their strips and their history. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import type { MaintenanceReason } from '../../rules/health/maintenance-reasons.ts';
import { api } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { changeCached, endpointQuery, invalidate } from './endpoint-query.ts';

export type VenueHealth = EndpointResponse<'getVenueHealth'>;
export type UnitHealth = VenueHealth['units'][number];
export type Finding = VenueHealth['findings'][number];
export type UnitStrips = EndpointResponse<'listUnitStrips'>;
export type UnitHistory = EndpointResponse<'getUnitHistory'>;

const healthPollMs = 15_000;
const stripPollMs = 60_000;

/** @param timezone of a venue without a clock */
export const healthQuery = (venueId: string, timezone: string) => ({
  ...endpointQuery('getVenueHealth', { params: { venueId }, query: { timezone } }),
  refetchInterval: healthPollMs,
});

export const unitStripsQuery = (venueId: string) => ({
  ...endpointQuery('listUnitStrips', { params: { venueId } }),
  refetchInterval: stripPollMs,
});

export type UnitsOfVenues = EndpointResponse<'listUnitsOfVenues'>;
export type UnitOfVenues = UnitsOfVenues['units'][number];

export const unitsOfVenuesQuery = (query: EndpointInput<'listUnitsOfVenues'>['query']) =>
  queryOptions({
    ...endpointQuery('listUnitsOfVenues', { query }),
    placeholderData: keepPreviousData,
    refetchInterval: healthPollMs,
  });

/** @param timezone of a venue without a clock */
export const unitHistoryQuery = (unitNumber: string, timezone: string) => ({
  ...endpointQuery('getUnitHistory', { params: { unitNumber }, query: { timezone } }),
  refetchInterval: stripPollMs,
});

export type PositionsHealth = EndpointResponse<'getPositionHealth'>;

export const positionHealthQuery = (
  unitNumber: string,
  query: EndpointInput<'getPositionHealth'>['query'],
) => endpointQuery('getPositionHealth', { params: { unitNumber }, query });

/** Units that sell the same as this one. */
export const twinsQuery = (venueId: string, unitNumber: string, timezone: string) =>
  endpointQuery('listTwins', { params: { venueId }, query: { unitNumber, timezone } });
export type Twins = EndpointResponse<'listTwins'>['twins'][number];

export const forgetHealth = () =>
  Promise.all([
    invalidate('getVenueHealth'),
    invalidate('listUnitsOfVenues'),
    invalidate('getUnitHistory'),
    invalidate('getVenueOverview'),
  ]);

/** Shows the maintenance of a unit before the server has answered; reads it again when that has, or has refused. */
async function showMaintenance(
  unitNumber: number,
  inMaintenance: UnitHealth['inMaintenance'],
  request: Promise<unknown>,
): Promise<void> {
  changeCached('getVenueHealth', {}, (health) => ({
    ...health,
    units: health.units.map((unit) =>
      unit.unitNumber === unitNumber ? { ...unit, inMaintenance } : unit,
    ),
  }));
  try {
    await request;
  } finally {
    await forgetHealth();
  }
}

export function startMaintenance(
  unitNumber: number,
  body: { minutes: number; reason: MaintenanceReason },
): Promise<void> {
  const nowMs = Date.now();
  const from = new Date(nowMs).toISOString();
  const until = new Date(nowMs + body.minutes * 60_000).toISOString();
  return showMaintenance(
    unitNumber,
    { from, until, reason: body.reason },
    api.startMaintenance({ params: { unitNumber: String(unitNumber) }, body }),
  );
}

export const endMaintenance = (unitNumber: number): Promise<void> =>
  showMaintenance(
    unitNumber,
    null,
    api.endMaintenance({ params: { unitNumber: String(unitNumber) } }),
  );
