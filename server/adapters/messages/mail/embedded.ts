import { writeToFileOutbox } from '../file-outbox.ts';
import { composeMail } from './compose-mail.ts';
import type { Mail } from './port.ts';

/** Sends nothing: writes each mail to a file that any mail program opens. */
export const embeddedMail = (folder: string): Mail => ({
  isRepeatable: true,
  send: async (mail) =>
    writeToFileOutbox(
      folder,
      `${mail.id}.eml`,
      await composeMail(mail, 'Barback <barback@localhost>'),
    ),
});
