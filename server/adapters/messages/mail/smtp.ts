import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { codeOf, messageOf } from '../../../../db/start-error.ts';
import { numberIn, SendError } from '../../send-error.ts';
import { composeMail } from './compose-mail.ts';
import type { Mail } from './port.ts';

const patienceMs = 15_000;

/**
 * Sends mail through an SMTP server.
 * @param url smtp:// or smtps://, with a user name and a password if the server requires them
 * @param timeoutMs maximum silence of the server
 */
export function smtpMail(url: string, from: string, timeoutMs = patienceMs): Mail {
  return {
    isRepeatable: false,
    send: async (mail) => {
      const raw = await composeMail(mail, from);
      const transport = createTransport({
        url,
        connectionTimeout: timeoutMs,
        greetingTimeout: timeoutMs,
        socketTimeout: timeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      // The body is read only once the server requests it: until it is read to the end, the mail cannot have been
      // accepted.
      let isHandedOver = false;
      async function* handOver(content: Readable): AsyncGenerator<Buffer> {
        yield* content;
        isHandedOver = true;
      }
      transport.use('stream', ({ message }, ready) => {
        message.processFunc((content) => Readable.from(handOver(content)));
        ready();
      });
      try {
        await transport.sendMail({ envelope: { from, to: mail.to }, raw });
      } catch (error) {
        throw errorOf(error, isHandedOver);
      }
    },
  };
}

function errorOf(error: unknown, isHandedOver: boolean): SendError {
  const responseCode = numberIn(error, 'responseCode');
  const reported = (kind: SendError['kind']) =>
    new SendError(kind, messageOf(error), {
      cause: error,
      isOfRecipient: kind === 'refused' && isResponseToRecipient(error),
    });
  // A failed login is a configuration error, not a fault of the mail: it is sent once the login is fixed.
  if (codeOf(error) === 'EAUTH') return reported('notSent');
  if (responseCode !== undefined) return reported(responseCode >= 500 ? 'refused' : 'notSent');
  return reported(isHandedOver ? 'unknown' : 'notSent');
}

const isResponseToRecipient = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && Reflect.get(error, 'command') === 'RCPT TO';
