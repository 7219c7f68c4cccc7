import { createTransport } from 'nodemailer';
import type { OutgoingMail } from './port.ts';

const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });

/**
 * Composes a mail in its wire format. Its Message-ID is derived from its id, so that repeated sends can be recognized
 * as one mail.
 * @param from an address, or a name and an address: `Barback <bar@example.com>`
 */
export async function composeMail(
  { id, to, subject, text, writtenAt, attachment }: OutgoingMail,
  from: string,
): Promise<Buffer> {
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';
  const { message } = await composer.sendMail({
    from,
    to: { name: '', address: to },
    subject,
    text,
    date: writtenAt,
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    attachments:
      attachment === null ? [] : [{ filename: attachment.name, content: attachment.content }],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  if (!Buffer.isBuffer(message)) throw new Error('The mail was not composed completely');
  return message;
}
