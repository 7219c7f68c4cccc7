import type { EndpointName, EndpointResponse } from '../../contract/endpoints.ts';
import { actingHeader, writtenHeader } from '../../contract/headers.ts';
import { ownerChangedCode, ownerEndedCode } from '../../rules/permissions/chosen-owner.ts';
import {
  actingEndedCode,
  identityMessages,
  recentAuthenticationCode,
  secondFactorRequiredCode,
} from '../../rules/users/sign-in.ts';
import { ApiError, networkError, readError } from './api-error.ts';
import { endpointPaths } from './endpoint-paths.ts';
import { endOpening } from './opening.ts';
import { actingHeaders, endActing } from '../session/acting.ts';
import { askIdentity, demandSecondFactor } from '../session/demands.ts';
import { ownerHeaders, refuseMembership } from '../session/membership.ts';
import { previewHeaders } from '../session/preview.ts';
import { currentSession, endSession } from '../session/session.ts';
import { readKey, removeKey, writeKey } from '../session/storage.ts';
import { type AnyInput, type EndpointInput, fillPath, queryText } from './endpoint-input.ts';

/** Endpoints called without the Authorization header, signed in or not. */
const unsigned: ReadonlySet<EndpointName> = new Set([
  'register',
  'login',
  'listOrders',
  'getSettings',
  'getConfirmation',
  'acceptConfirmation',
  'declineConfirmation',
  'getInvitation',
]);

/** Unsigned endpoints that are requested again with the header where the server demands it (`REGISTRATION=admin`). */
const signedOnDemand: ReadonlySet<EndpointName> = new Set(['register']);

/** Session endpoints, which send the raw login token. */
const byLoginToken: ReadonlySet<EndpointName> = new Set(['renewSession', 'logout']);

/** Endpoints of the account itself, which need no owner, and say which owners there are. */
const ofAccount: ReadonlySet<EndpointName> = new Set([
  'renewSession',
  'logout',
  'listMemberships',
  'acceptInvitation',
]);

/** Authorization header, and that of the owner acted for; none when signed out, and for endpoints called without it. */
export function authorization(name: EndpointName, demanded = false): Record<string, string> {
  const session = currentSession();
  if (!session || (unsigned.has(name) && !demanded)) return {};
  return {
    Authorization: byLoginToken.has(name) ? session.token : `Bearer ${session.apiToken}`,
    ...(ofAccount.has(name) ? {} : ownerHeaders(session.claims)),
    ...actingHeaders(),
    ...previewHeaders(),
  };
}

/** Browsers allow 64 KiB of keepalive request bodies at a time in total. */
const keepaliveLimit = 8192;

/** The response of a call as it streams in; a failure is thrown as a ApiError. */
export async function openResponse<Name extends EndpointName>(
  name: Name,
  input: EndpointInput<Name>,
  demanded = false,
): Promise<Response> {
  const { params = {}, query = {}, headers = {}, body, signal, key } = input as AnyInput;
  const { method, path } = endpointPaths[name];
  // What is read after a change has it.
  if (method !== 'GET' && !byLoginToken.has(name)) endOpening();
  const by = key === undefined ? authorization(name, demanded) : { Authorization: `Bearer ${key}` };
  const sent = new Headers({ ...by, ...changeHeader() });
  for (const [header, value] of Object.entries(headers)) if (value) sent.set(header, value);
  if (body !== undefined) sent.set('Content-Type', 'application/json');
  const apiToken = currentSession()?.apiToken;
  const text = body === undefined ? null : JSON.stringify(body);

  const response = await fetch(fillPath(path, params) + queryText(query), {
    method,
    headers: sent,
    body: text,
    // A change is completed even when the page is closed or reloaded while it is sent.
    keepalive: method !== 'GET' && (text ?? '').length <= keepaliveLimit,
    signal: signal ?? null,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw networkError();
  });
  rememberChange((header) => response.headers.get(header));
  if (response.ok) return response;

  if (response.status === 401 && !demanded && signedOnDemand.has(name) && currentSession())
    return openResponse(name, input, true);
  const error = readError(response.status, await response.text().catch(() => ''));
  if (response.status === 401 && key === undefined && sent.has('Authorization'))
    endRefused(apiToken);
  if (error.code === actingEndedCode) endActing(sent.get(actingHeader));
  if (isMembershipRefused(error)) refuseMembership();
  if (error.code === secondFactorRequiredCode) demandSecondFactor();
  if (error.code === recentAuthenticationCode) {
    if (await askIdentity()) return openResponse(name, input, demanded);
    throw new ApiError(identityMessages.notConfirmed, error);
  }
  throw error;
}

/** True where the membership has changed: the same request may succeed after the page is loaded again. */
export const isMembershipRefused = ({ code }: ApiError): boolean =>
  code === ownerEndedCode || code === ownerChangedCode;

/**
 * The server does not take this token any more. Only the session that asked ends: a new one may have begun while the response
 * was on its way.
 */
export function endRefused(apiToken: string | undefined): void {
  if (currentSession()?.apiToken === apiToken) endSession();
}

async function request<Name extends EndpointName>(
  name: Name,
  input: EndpointInput<Name>,
): Promise<EndpointResponse<Name>> {
  const response = await openResponse(name, input);
  const text = await response.text().catch(() => {
    throw networkError();
  });
  // The server has validated its response against the same contract.
  const parsed: EndpointResponse<Name> = text === '' ? undefined : JSON.parse(text);
  return parsed;
}

export type Api = {
  readonly [Name in EndpointName]: (input: EndpointInput<Name>) => Promise<EndpointResponse<Name>>;
};

/**
 * The API client, one function per endpoint of the contract: `api.getSalesReport({ query })`. Throws ApiError when the
 * server refuses or cannot be reached, the browser's AbortError when the request is aborted.
 */
export const api = new Proxy({} as Api, {
  get: (_target, name: EndpointName) => (input: EndpointInput<typeof name>) => request(name, input),
});

// Position of this browser's last change in the log of the database. It is sent with each request, so that a report that
// a replica serves has that change. It is shared with other windows, and survives a reload.

/** Longer than a replica in use may be behind. */
const validMs = 10 * 60_000;

/** @param header reads a header of the response */
export function rememberChange(header: (name: string) => string | null): void {
  const position = header(writtenHeader);
  // Positions are ordered like texts; responses may arrive in another order than the changes were made.
  if (position !== null && position > (lastChange() ?? ''))
    writeKey('lastChange', `${position} ${Date.now()}`);
}

export function changeHeader(): Record<string, string> {
  const position = lastChange();
  return position === null ? {} : { [writtenHeader]: position };
}

/** Null when it was long ago. */
function lastChange(): string | null {
  const [position = '', at] = (readKey('lastChange') ?? '').split(' ');
  if (position === '') return null;
  if (Math.abs(Date.now() - Number(at)) < validMs) return position;
  removeKey('lastChange');
  return null;
}
