/** Copies of the setup of a unit. */
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { type EndpointInput } from './endpoint-input.ts';
import { endpointQuery, invalidate, queryClient } from './endpoint-query.ts';

export type CopyForm = EndpointInput<'copySetup'>['body'];
export type Copy = EndpointResponse<'copySetup'>;
export type CopiedUnit = Copy['targets'][number];

/** Whatever shows what is in the units or what they sell is fetched again, after the undo too. */
export async function copySetup(body: CopyForm): Promise<Copy> {
  const copy = await api.copySetup({ body });
  if (copy.id !== null) await queryClient.invalidateQueries();
  return copy;
}

export type ListedCopy = EndpointResponse<'listCopies'>[number];

export const copiesQuery = (venueId: string) =>
  endpointQuery('listCopies', { params: { venueId } });

export type UndoneCopy = EndpointResponse<'undoCopy'>;

export async function undoCopy(copyId: string): Promise<UndoneCopy> {
  const undone = await api.undoCopy({ params: { copyId } });
  await queryClient.invalidateQueries();
  return undone;
}

export type SetupTemplate = EndpointResponse<'listSetupTemplates'>[number];

export const setupTemplatesQuery = (venueId: string) =>
  endpointQuery('listSetupTemplates', { params: { venueId } });

export async function createSetupTemplate(
  venueId: string,
  body: EndpointInput<'createSetupTemplate'>['body'],
): Promise<void> {
  await api.createSetupTemplate({ params: { venueId }, body });
  await invalidate('listSetupTemplates');
}

export async function deleteSetupTemplate(venueId: string, templateId: string): Promise<void> {
  await api.deleteSetupTemplate({ params: { venueId, templateId } });
  await invalidate('listSetupTemplates');
}
