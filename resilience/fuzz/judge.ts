/** Checks a response against the API document. */
import type { Operation } from './document.ts';
import type { Responded } from './wire.ts';

/** Fault of the response, or null. */
export function faultOf(
  { responses }: Operation,
  { status, headers, text }: Responded,
): string | null {
  if (status >= 500) return `${status}: ${text.slice(0, 200)}`;
  const announced = responses.get(status);
  if (!announced) return `${status} is not documented: ${text.slice(0, 200)}`;
  if (!headers['x-request-id']) return `${status} without a request id`;
  if (announced.type === null) return text === '' ? null : `${status} with a body`;
  const type = String(headers['content-type']);
  if (!type.startsWith(announced.type)) return `${status} with the content type ${type}`;
  if (!announced.shape) return null;
  const body = parsed(text);
  if (body === undefined) return `${status} with broken JSON: ${text.slice(0, 200)}`;
  const { success, error } = announced.shape.safeParse(body);
  if (success) return null;
  const [issue] = error.issues;
  const where = issue?.path.join('.') ?? '';
  return `${status} of another shape: ${where} ${issue?.message ?? ''} in ${text.slice(0, 300)}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
