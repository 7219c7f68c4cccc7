import { codeOf, messageOf } from '../../../db/start-error.ts';
import type { Sms } from './port.ts';
import { numberIn, SendError } from '../provider-errors.ts';

export interface TwilioSettings {
  accountSid: string;
  authToken: string;
  /** Sender number, in E.164. */
  from: string;
  /** Without a trailing slash. */
  apiBase: string;
}

export const twilioApi = 'https://api.twilio.com';
const patienceMs = 15_000;

/** Sends text messages through Twilio. Loads its client lazily, so that a start without Twilio does not wait for it. */
export async function twilioSms(
  { accountSid, authToken, from, apiBase }: TwilioSettings,
  timeoutMs = patienceMs,
): Promise<Sms> {
  const { default: twilio } = await import('twilio');
  class Requests extends twilio.RequestClient {
    override request: InstanceType<typeof twilio.RequestClient>['request'] = (options) =>
      super.request({ ...options, uri: options.uri.replace(twilioApi, apiBase) });
  }
  const client = twilio(accountSid, authToken, {
    httpClient: new Requests({ timeout: timeoutMs }),
  });
  return {
    isRepeatable: false,
    send: async ({ to, text }) => {
      try {
        await client.messages.create({ to, from, body: text });
      } catch (error) {
        throw new SendError(kindOf(error), messageOf(error), { cause: error });
      }
    },
  };
}

// Errors before the connection is established: nothing can have been sent.
const noConnection = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
// Errors of the account, its permissions, the rate limit or the service, not of the message.
const notTaken = new Set([401, 403, 429, 503]);

function kindOf(error: unknown): SendError['kind'] {
  const status = numberIn(error, 'status');
  if (status === undefined) return noConnection.has(codeOf(error)) ? 'notSent' : 'unknown';
  if (notTaken.has(status)) return 'notSent';
  return status >= 400 && status < 500 ? 'refused' : 'unknown';
}
