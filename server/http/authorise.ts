import type { Endpoint } from '../../contract/endpoint.ts';
import { scopeOfEndpoint } from '../../contract/token-scopes.ts';
import {
  type Access,
  type AccessToken,
  accessTokenOf,
  type Actor,
  mayRequest,
} from '../../rules/permissions.ts';
import { previewMessages } from '../../rules/permissions/preview.ts';
import { tokenMessages } from '../../rules/permissions/token-scopes.ts';
import { refusedTo } from '../../rules/permissions/refusal.ts';
import { orderMessages } from '../../rules/messages.ts';
import { secondFactorMessages, secondFactorRequiredCode } from '../../rules/users/sign-in.ts';
import { wallMessages } from '../../rules/nights/night-text.ts';
import { sessionMessages } from '../../rules/users/session-messages.ts';
import { forbidden, HttpError, notFound } from '../shared/errors.ts';
import { requireRecent, requireRecentInBrowser } from '../shared/require.ts';

/** True for an endpoint that may change something. */
export const mayChange = ({ method, guarded, reads }: Endpoint): boolean =>
  guarded === true || (method !== 'GET' && reads !== true);

/** Throws 401, 403 or 404 when the actor may not use the endpoint. */
export function authorise(endpoint: Endpoint, actor: Actor): void {
  const token = accessTokenOf(actor);
  if (token !== null) requireScope(endpoint, token);
  const verdict = mayRequest(endpoint.access, actor);
  if (verdict === 'yes') {
    if (isWithoutFactor(actor) && !isOpenWithoutFactor(endpoint)) throw secondFactorRequired();
    const isPreview = actor.kind === 'account' && actor.isPreview === true;
    if (isPreview && mayChange(endpoint)) throw new HttpError(403, previewMessages.readOnly);
    const refusal = refusedTo(actor, endpoint.permission);
    if (refusal !== null) throw new HttpError(403, refusal);
    if (endpoint.recent === true) requireRecent(actor);
    if (endpoint.recent === 'browser') requireRecentInBrowser(actor);
    return;
  }
  if (verdict === 'no') throw endpoint.hidden === true ? notFound('page') : forbidden();
  throw new HttpError(401, missing[endpoint.access] ?? sessionMessages.pleaseLogIn);
}

/** Throws 403 with the scope that the token lacks, or for an endpoint that no token may use; 404 for a hidden one. */
function requireScope(endpoint: Endpoint, { scopes }: AccessToken): void {
  if (endpoint.hidden === true) throw notFound('page');
  const scope = scopeOfEndpoint.get(endpoint);
  if (scope === undefined) throw new HttpError(403, tokenMessages.notForTokens);
  if (scope !== 'any' && !scopes.includes(scope))
    throw new HttpError(403, tokenMessages.needsScopeOf(scope));
}

/** Messages where a key is missing. */
const missing: { readonly [access in Access]?: string } = {
  unit: orderMessages.unknownUnit,
  wall: wallMessages.unknown,
};

/** True for an account that must have a second factor and has none. */
const isWithoutFactor = (actor: Actor): boolean =>
  actor.kind === 'account' && actor.lacksSecondFactor;

const isOpenWithoutFactor = ({ permission }: Endpoint): boolean =>
  permission === 'account.use' || permission === 'public';

/** An account that must have a second factor and has none uses public endpoints like anybody without an account. */
export const usedBy = ({ permission }: Endpoint, actor: Actor): Actor =>
  permission === 'public' && isWithoutFactor(actor) ? { kind: 'anonymous' } : actor;

/** Error of a public endpoint that such an account has used: a token is not missing, but a second factor. */
export const withoutAccount = (error: unknown): unknown =>
  error instanceof HttpError && error.status === 401 && error.fields === undefined
    ? secondFactorRequired()
    : error;

const secondFactorRequired = (): HttpError =>
  new HttpError(403, secondFactorMessages.required, { code: secondFactorRequiredCode });
