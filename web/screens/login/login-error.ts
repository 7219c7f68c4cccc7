/** What a failed login shows, and at which field. */
import { errorMessages } from '../../../rules/messages.ts';
import { ApiError } from '../../api/api-error.ts';

export interface LoginError {
  /** A sentence that belongs to no field. */
  readonly general?: string;
  /** What to do, when the answer said nothing itself. */
  readonly hint?: string;
  /** The sentence at the field; true when the field is only marked, the sentence standing elsewhere. */
  readonly email?: string | true;
  readonly password?: string | true;
}

const fieldOf: Readonly<Record<string, 'email' | 'password'>> = {
  email: 'email',
  emailnotfound: 'email',
  password: 'password',
  passwordincorrect: 'password',
};

/** The first entry of the map is shown, at its field if it has one; the fields that others name are marked. */
function readFields(fields: ReadonlyMap<string, string>): LoginError {
  const shown: { general?: string; email?: string | true; password?: string | true } = {};
  let first = true;
  for (const [name, message] of fields) {
    const field = fieldOf[name];
    if (field) shown[field] ??= first ? message : true;
    else if (first) shown.general = message;
    first = false;
  }
  return shown;
}

export function readLoginError(error: unknown): LoginError {
  if (!(error instanceof ApiError)) return { general: errorMessages.unknown };
  if (error.shape === 'fields') return readFields(error.fields);
  if (error.shape === 'message') return { general: error.message };
  // A text, or no answer at all, has one sentence of its own here.
  return error.shape === 'network'
    ? { general: errorMessages.unknown, hint: errorMessages.unreachable }
    : { general: errorMessages.unknown };
}
