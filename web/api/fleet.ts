import { queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import type { CohortKind } from '../../rules/fleet/cohorts.ts';
import { api } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { endpointQuery, pageBefore } from './endpoint-query.ts';

export type FleetUnit = EndpointResponse<'listFleet'>['units'][number];
export type Cohort = EndpointResponse<'listFleetCohorts'>['cohorts'][number];

/** Figures are made once a minute. */
const pollMs = 60_000;

/** A page of the units of all owners; the first one follows the figures, a later one is of those of the first. */
export const fleetQuery = (query: NonNullable<EndpointInput<'listFleet'>['query']>) =>
  queryOptions({
    ...endpointQuery('listFleet', { query }),
    placeholderData: pageBefore('listFleet', {}),
    refetchInterval: query.cursor === undefined ? pollMs : false,
  });

export const cohortsQuery = (by: CohortKind) =>
  queryOptions({
    ...endpointQuery('listFleetCohorts', { query: { by } }),
    refetchInterval: pollMs,
  });

/** Acts for the owner of a unit, with a reason. */
export const actAs = (body: EndpointInput<'actAs'>['body']) => api.actAs({ body });
