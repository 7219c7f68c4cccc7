import { queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { isConflict } from './api-error.ts';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate, queryClient } from './endpoint-query.ts';

export type Unit = EndpointResponse<'listUnits'>[number];
export type UnitChanges = EndpointInput<'updateUnitDetails'>['body'];
export type Contact = EndpointResponse<'listContacts'>[number];
export type UnitKey = EndpointResponse<'listUnitKeys'>[number];
export type UnitContact = EndpointResponse<'getUnitContact'>;
export type CardReader = EndpointResponse<'getStripeReader'>;

/** The units of a venue, oldest first. */
export const unitsQuery = (venueId: string) =>
  queryOptions({
    ...endpointQuery('listUnits', { params: { venueId } }),
    staleTime: 60_000,
  });

const inList = (venueId: string, change: (units: Unit[]) => Unit[]) =>
  queryClient.setQueryData(unitsQuery(venueId).queryKey, (units) => change(units ?? []));

export async function createUnit(venueId: string, category: Unit['category']): Promise<Unit> {
  const unit = await api.createUnit({ params: { venueId }, body: { category } });
  inList(venueId, (units) => [...units, unit]);
  // The first one is a step towards the first sale.
  void invalidate('getVenueOverview', { params: { venueId } });
  return unit;
}

type StandardBar = NonNullable<EndpointInput<'addStandardBar'>['body']>;

/** Fills an empty unit; whatever shows what is in it or what it sells is fetched again. */
export async function addStandardBar(
  { unitNumber }: Pick<Unit, 'unitNumber'>,
  body: StandardBar,
): Promise<void> {
  await api.addStandardBar({ params: { unitNumber: String(unitNumber) }, body });
  await queryClient.invalidateQueries();
}

/** Displayed values of the fields to change, sent as expected values for optimistic concurrency. */
function shownOf(unit: Unit, body: UnitChanges): Record<string, unknown> {
  const units = queryClient.getQueryData(unitsQuery(unit.venueId).queryKey);
  const shown: Record<string, unknown> = {
    ...(units?.find(({ _id }) => _id === unit._id) ?? unit),
  };
  return Object.fromEntries(Object.keys(body).map((field) => [field, shown[field]]));
}

/** Rejected when another user has changed the fields since; the current values are then fetched. */
async function saveUnit(
  unit: Unit,
  changes: UnitChanges,
  send: (params: { unitNumber: string }, body: UnitChanges) => Promise<Unit>,
): Promise<void> {
  const params = { unitNumber: String(unit.unitNumber) };
  try {
    const changed = await send(params, { ...changes, expected: shownOf(unit, changes) });
    inList(unit.venueId, (units) =>
      units.map((other) => (other._id === unit._id ? changed : other)),
    );
    if (changes.contacts) await invalidate('listContacts', { params });
  } catch (error) {
    if (isConflict(error)) await invalidate('listUnits', { params: { venueId: unit.venueId } });
    throw error;
  }
}

/** Contacts of a unit as last acknowledged by the server. */
export const contactsNow = (unit: Unit): readonly string[] =>
  queryClient.getQueryData(unitsQuery(unit.venueId).queryKey)?.find(({ _id }) => _id === unit._id)
    ?.contacts ?? unit.contacts;

/** Changes any unit setting except those of its card reader. */
export const updateUnitDetails = (unit: Unit, changes: UnitChanges): Promise<void> =>
  saveUnit(unit, changes, (params, body) => api.updateUnitDetails({ params, body }));

export const updateUnit = (unit: Unit, changes: UnitChanges): Promise<void> =>
  saveUnit(unit, changes, (params, unitChanges) =>
    api.updateUnit({ params, body: { unit: unitChanges } }),
  );

/** Contacts of a unit with their states; refetched while one of them is awaited. */
export const contactsQuery = (unitNumber: number) =>
  queryOptions({
    ...endpointQuery('listContacts', { params: { unitNumber: String(unitNumber) } }),
    refetchInterval: ({ state: { data } }) =>
      data?.some(({ state }) => state === 'waiting') ? 15_000 : false,
  });

export async function requestContactConfirmation(
  unitNumber: number,
  number: string,
): Promise<void> {
  const params = { unitNumber: String(unitNumber) };
  await api.requestContactConfirmation({ params, body: { number } });
  await invalidate('listContacts', { params });
}

export async function deleteUnit(unit: Unit): Promise<void> {
  const { unitNumber } = await api.deleteUnit({
    params: { unitNumber: String(unit.unitNumber) },
  });
  inList(unit.venueId, (units) => units.filter((other) => other.unitNumber !== unitNumber));
}

/** Card reader record, stored with its unit. */
export const readerQuery = (readerId: string, unitId: string) =>
  queryOptions({
    ...endpointQuery('getStripeReader', { params: { id: readerId }, query: { unitId } }),
    enabled: readerId !== '',
  });

export const unitKeysQuery = (unitNumber: number) =>
  endpointQuery('listUnitKeys', { params: { unitNumber: String(unitNumber) } });

/** Last contact to the unit and what it reports, fetched again every minute while it is shown. */
export const unitContactQuery = (unitNumber: number) =>
  queryOptions({
    ...endpointQuery('getUnitContact', { params: { unitNumber: String(unitNumber) } }),
    refetchInterval: 60_000,
  });

/** The response is the only one that contains the key. */
export async function createUnitKey(unitNumber: number, label: string): Promise<string> {
  const params = { unitNumber: String(unitNumber) };
  const { key } = await api.createUnitKey({ params, body: { label } });
  await invalidate('listUnitKeys', { params });
  void invalidate('getVenueOverview');
  return key;
}

export async function revokeUnitKey(unitNumber: number, id: string): Promise<void> {
  const params = { unitNumber: String(unitNumber) };
  await api.revokeUnitKey({ params: { ...params, id } });
  await invalidate('listUnitKeys', { params });
}
