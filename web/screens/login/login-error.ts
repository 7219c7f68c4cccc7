/** Error text of a failed login and its field. */
import { errorMessages } from '../../../rules/messages.ts';
import { ApiError } from '../../api/api-error.ts';

export interface LoginError {
  /** Message that belongs to no field. */
  readonly general?: string;
  /** Suggested action when the response has no message. */
  readonly hint?: string;
  /** Message at the field. */
  readonly email?: string;
  readonly password?: string;
}

const fieldOf: Readonly<Record<string, 'email' | 'password'>> = {
  email: 'email',
  emailnotfound: 'email',
  password: 'password',
  passwordincorrect: 'password',
};

/** Shows the entries of the map at their fields; one without a field is shown when it is the first. */
function readFields(fields: ReadonlyMap<string, string>): LoginError {
  const shown: { general?: string; email?: string; password?: string } = {};
  let first = true;
  for (const [name, message] of fields) {
    const field = fieldOf[name];
    if (field) shown[field] ??= message;
    else if (first) shown.general = message;
    first = false;
  }
  return shown;
}

export function readLoginError(error: unknown): LoginError {
  if (!(error instanceof ApiError)) return { general: errorMessages.unknown };
  if (error.shape === 'fields') return readFields(error.fields);
  if (error.shape === 'message') return { general: error.message };
  // Text responses and network errors have their own message here.
  return error.shape === 'network'
    ? { general: errorMessages.unknown, hint: errorMessages.unreachable }
    : { general: errorMessages.unknown };
}
