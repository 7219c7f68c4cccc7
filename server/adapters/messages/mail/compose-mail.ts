import { createTransport } from 'nodemailer';
import type { OutgoingMail } from './port.ts';

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
