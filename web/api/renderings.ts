import { queryOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { endpointQuery, queryClient } from './endpoint-query.ts';
import { type Sending, sendForm } from './send-form.ts';

export type Rendering = EndpointResponse<'listRenderings'>[number];

export interface NewRendering {
  readonly venueName: string;
  readonly pathName: string;
  readonly entryPagePath: string;
  readonly zipFile: File;
}

/** Newest first. */
export const renderingsQuery = endpointQuery('listRenderings', {});

function venueNamesOf({ owners }: EndpointResponse<'listOwners'>): string[] {
  const names = owners.flatMap(({ venues }) => venues.map(({ name }) => name));
  return [...new Set(names)].sort((one, other) => one.localeCompare(other));
}

/** Venue names for autocompletion: those of the first hundred owners. */
export const venueNamesQuery = queryOptions({
  ...endpointQuery('listOwners', { query: { pagination: { current: 1, size: 100 } } }),
  select: venueNamesOf,
  staleTime: 60_000,
});

const changeList = (change: (list: readonly Rendering[]) => Rendering[]): void => {
  queryClient.setQueryData(renderingsQuery.queryKey, (list) => list && change(list));
};

/** The new rendering comes first in the list and replaces the previous one. */
export async function createRendering(
  { zipFile, ...fields }: NewRendering,
  sending: Sending,
): Promise<Rendering> {
  const form = new FormData();
  // Fields precede the file, so that the server can reject them before it reads the zip.
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('zipFile', zipFile);
  const added = await sendForm('createRendering', {}, form, sending);
  changeList((list) => [added, ...list.filter(({ pathName }) => pathName !== added.pathName)]);
  return added;
}

export async function deleteRendering({ _id: id }: Rendering): Promise<void> {
  await api.deleteRendering({ params: { id } });
  changeList((list) => list.filter(({ _id }) => _id !== id));
}

/** Restores the bundle that this one replaced. */
export async function restoreRendering({ _id, previous }: Rendering): Promise<Rendering> {
  const back = await api.restoreRendering({ params: { id: previous?.id ?? _id } });
  changeList((list) => list.map((rendering) => (rendering._id === _id ? back : rendering)));
  return back;
}
