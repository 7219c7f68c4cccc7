/** Several units are changed together. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import type { EndpointInput } from './endpoint-input.ts';
import { invalidate } from './endpoint-query.ts';
import { forgetHealth } from './unit-health.ts';

type Body = EndpointInput<'updateUnits'>['body'];
export type UnitsChange = Pick<Body, 'maintenance' | 'changes'>;
export type UnitFieldChanges = NonNullable<Body['changes']>;
export type ChangedUnit = EndpointResponse<'updateUnits'>['units'][number];

export async function updateUnits(venueId: string, body: Body): Promise<ChangedUnit[]> {
  const { units } = await api.updateUnits({ params: { venueId }, body });
  await Promise.all([forgetHealth(), invalidate('listUnits')]);
  return units;
}
