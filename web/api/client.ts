/** Every call of the API, typed by the contract: `call('getSalesReport', { query })`. */
import type { AnswerOf } from '../../contract/call.ts';
import type { CallName, Calls } from '../../contract/calls.ts';
import { currentSession, endSession } from '../session/session.ts';
import { addresses } from './endpoint-paths.ts';
import { networkError, readError } from './api-error.ts';
import type { AnyInput, CallInput } from './endpoint-input.ts';
import { fillPath, queryText } from './query-text.ts';

/** These go out without the header, signed in or not. */
const unsigned: ReadonlySet<CallName> = new Set(['register', 'login', 'listOrders', 'getSettings']);

/** These are about the session itself, so they carry its own token, raw. */
const byLoginToken: ReadonlySet<CallName> = new Set(['logout']);

/** The header that says who is asking; none when nobody is signed in, and for calls that go out without it. */
export function authorization(name: CallName): Record<string, string> {
  const session = currentSession();
  if (!session || unsigned.has(name)) return {};
  return {
    Authorization: byLoginToken.has(name) ? session.token : `Bearer ${session.apiToken}`,
  };
}

/** The answer of a call as it streams in; a failure is thrown as a CallError. */
export async function openAnswer<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): Promise<Response> {
  const { params = {}, query = {}, headers = {}, body, signal } = input as AnyInput;
  const { method, path } = addresses[name];
  const sent = new Headers(authorization(name));
  for (const [header, value] of Object.entries(headers)) if (value) sent.set(header, value);
  if (body !== undefined) sent.set('Content-Type', 'application/json');
  const apiToken = currentSession()?.apiToken;

  const answer = await fetch(fillPath(path, params) + queryText(query), {
    method,
    headers: sent,
    body: body === undefined ? null : JSON.stringify(body),
    signal: signal ?? null,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw networkError();
  });
  if (answer.ok) return answer;

  const error = readError(answer.status, await answer.text().catch(() => ''));
  if (answer.status === 401 && sent.has('Authorization')) endRefused(apiToken);
  throw error;
}

/**
 * The server does not take this token any more. Only the session that asked ends: a new one may have begun while the answer
 * was on its way.
 */
export function endRefused(apiToken: string | undefined): void {
  if (currentSession()?.apiToken === apiToken) endSession();
}

/** Makes a call and gives its answer. Failures are thrown as CallErrors, an abort as the browser's AbortError. */
export async function call<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): Promise<AnswerOf<Calls[Name]>> {
  const answer = await openAnswer(name, input);
  const text = await answer.text().catch(() => {
    throw networkError();
  });
  // The server has checked its answer against the same contract.
  const parsed: AnswerOf<Calls[Name]> = JSON.parse(text);
  return parsed;
}
