/** Sends a multipart form with upload progress, which fetch does not support. */
import type { EndpointName, EndpointResponse } from '../../contract/endpoints.ts';
import { networkError, readError } from './api-error.ts';
import { authorization, endRefused, rememberChange } from './client.ts';
import { fillPath } from './endpoint-input.ts';
import { endpointPaths } from './endpoint-paths.ts';
import { currentSession } from '../session/session.ts';

export interface Sending {
  readonly signal: AbortSignal;
  /** @param part from 0 to 1; 1 when everything is sent and the response is pending */
  readonly onProgress: (part: number) => void;
}

/** Errors are thrown as ApiError, an abort as the signal's reason. */
export function sendForm<Name extends EndpointName>(
  name: Name,
  params: Readonly<Record<string, string>>,
  form: FormData,
  { signal, onProgress }: Sending,
): Promise<EndpointResponse<Name>> {
  const { method, path } = endpointPaths[name];
  const apiToken = currentSession()?.apiToken;
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, fillPath(path, params));
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
        const response: EndpointResponse<Name> = JSON.parse(responseText);
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
