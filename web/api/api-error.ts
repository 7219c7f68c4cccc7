/** Client-side representation of API errors, in any wire format. */
import { errorMessages } from '../../rules/messages.ts';

/** fields: a map per field. message: one message. text: a body that is not JSON. network: no response. */
export type ErrorShape = 'fields' | 'message' | 'text' | 'network';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 when there was no response. */
  readonly status: number;
  readonly shape: ErrorShape;
  /** In server order, which is the order of the form. */
  readonly fields: ReadonlyMap<string, string>;
  readonly requestId: string | undefined;
  /** Of an error that differs from others of its status. */
  readonly code: string | undefined;

  constructor(
    message: string,
    about: {
      status: number;
      shape: ErrorShape;
      fields?: ReadonlyMap<string, string>;
      requestId?: string | undefined;
      code?: string | undefined;
    },
  ) {
    super(message);
    this.status = about.status;
    this.shape = about.shape;
    this.fields = about.fields ?? new Map();
    this.requestId = about.requestId;
    this.code = about.code;
  }
}

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Texts of a field map; a field may have one text, several, or an object with a message. */
function fieldsOf(map: Json): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [field, value] of Object.entries(map)) {
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string') fields.set(field, first);
    else if (isJson(first) && typeof first['message'] === 'string')
      fields.set(field, first['message']);
  }
  return fields;
}

interface Single {
  readonly message: string;
  readonly requestId?: string | undefined;
  readonly code?: string | undefined;
}

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : undefined;

function messageOf(error: unknown): Single | null {
  if (typeof error === 'string') return { message: error };
  if (!isJson(error) || typeof error['message'] !== 'string') return null;
  const { message, requestId, code } = error;
  return { message, requestId: textIn(requestId), code: textIn(code) };
}

/** Parses `{error: …}`, `{msg: {errors}}`, `{errors}`, `{errors: {error: …}}` and the flat map. */
function readJson(status: number, body: Json): ApiError {
  const inner = [body['msg'], body].find((part): part is Json => isJson(part) && 'errors' in part);
  const errors = inner?.['errors'];
  const single =
    messageOf(body['error']) ?? (isJson(errors) ? messageOf(errors['error']) : messageOf(errors));
  if (single) {
    const { message, ...more } = single;
    return new ApiError(message, { status, shape: 'message', ...more });
  }
  const fields = fieldsOf(isJson(errors) ? errors : body);
  const [first] = fields.values();
  if (first === undefined) return new ApiError(errorMessages.unknown, { status, shape: 'text' });
  return new ApiError(first, { status, shape: 'fields', fields });
}

/**
 * Parses an error response.
 * @param text the raw body
 */
export function readError(status: number, text: string): ApiError {
  try {
    const body: unknown = JSON.parse(text);
    if (isJson(body)) return readJson(status, body);
    const message = typeof body === 'string' ? body : errorMessages.unknown;
    return new ApiError(message, { status, shape: 'text' });
  } catch {
    // Not JSON: a plain message, or an HTML page of a proxy, which is not shown.
  }
  const message = text.trim();
  const readable = message !== '' && message.length <= 300 && !message.startsWith('<');
  return new ApiError(readable ? message : errorMessages.unknown, { status, shape: 'text' });
}

export const networkError = (): ApiError =>
  new ApiError(errorMessages.unreachable, { status: 0, shape: 'network' });

/** User-visible message of any thrown value. */
export const errorMessage = (error: unknown): string =>
  error instanceof ApiError ? error.message : errorMessages.unknown;

/** True where it is unknown whether the request took effect. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error !== null && !(error instanceof ApiError && error.status > 0 && error.status < 500);

/** True where the request was refused, and would be refused again; false where it failed, or came too often. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** True when the update conflicts with a concurrent one (409). */
export const isConflict = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 409;
