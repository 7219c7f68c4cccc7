import { queryOptions } from '@tanstack/react-query';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { EndpointName, Endpoints } from '../../contract/endpoints.ts';
import { networkError, readError } from './api-error.ts';
import { api, authorization, endRefused, rememberChange } from './client.ts';
import { endpointPaths } from './endpoint-paths.ts';
import { endpointQuery, queryClient } from './endpoint-query.ts';
import { currentSession } from '../session/session.ts';

export type Rendering = ResponseOf<Endpoints['listRenderings']>[number];

export interface NewRendering {
  readonly venueName: string;
  readonly pathName: string;
  readonly entryPagePath: string;
  readonly zipFile: File;
}

/** Newest first. */
export const renderingsQuery = endpointQuery('listRenderings', {});

function venueNamesOf({ owners }: ResponseOf<Endpoints['listOwners']>): string[] {
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
  sending: Parameters<typeof sendForm>[2],
): Promise<Rendering> {
  const form = new FormData();
  // Fields precede the file, so that the server can reject them before it reads the zip.
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('zipFile', zipFile);
  const added = await sendForm('createRendering', form, sending);
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

// Sends a multipart form with upload progress, which fetch does not support.

interface Sending {
  readonly signal: AbortSignal;
  /** @param part from 0 to 1; 1 when everything is sent and the response is pending */
  readonly onProgress: (part: number) => void;
}

/** Errors are thrown as ApiError, an abort as the signal's reason. */
function sendForm<Name extends EndpointName>(
  name: Name,
  form: FormData,
  { signal, onProgress }: Sending,
): Promise<ResponseOf<Endpoints[Name]>> {
  const { method, path } = endpointPaths[name];
  const apiToken = currentSession()?.apiToken;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, path);
    for (const [header, value] of Object.entries(authorization(name))) {
      request.setRequestHeader(header, value);
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    request.upload.addEventListener('load', () => onProgress(1));
    request.addEventListener('error', () => reject(networkError()));
    request.addEventListener('abort', () => reject(signal.reason));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      rememberChange((header) => request.getResponseHeader(header));
      if (status >= 200 && status < 300) {
        // The server has validated its response against the same contract.
        const response: ResponseOf<Endpoints[Name]> = JSON.parse(responseText);
        resolve(response);
        return;
      }
      if (status === 401) endRefused(apiToken);
      reject(readError(status, responseText));
    });
    signal.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}
