import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { codeOf, messageOf } from '../../../db/start-error.ts';
import type { Mail, OutgoingMail } from './port.ts';
import { numberIn, SendError } from '../provider-errors.ts';

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

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/**
 * Composes a mail in its wire format. Its Message-ID is derived from its id, so that repeated sends can be recognized
 * as one mail.
 * @param from an address, or a name and an address: `Barback <bar@example.com>`
 */
export async function composeMail(
  { id, to, subject, text, html, unsubscribeUrl, writtenAt, attachment }: OutgoingMail,
  from: string,
): Promise<Buffer> {
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const { message } = await composer.sendMail({
    from,
    to: { name: '', address: to },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    date: writtenAt,
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribing(unsubscribeUrl) },
    attachments:
      attachment === null ? [] : [{ filename: attachment.name, content: attachment.content }],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed completely');
  return message;
}

/** Headers of RFC 8058; as they are, because folding would divide the address. */
const unsubscribing = (url: string | undefined) =>
  url === undefined
    ? {}
    : {
        'List-Unsubscribe': { prepared: true, value: `<${url}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      };
