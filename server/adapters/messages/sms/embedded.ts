import { writeToFileOutbox } from '../file-outbox.ts';
import type { Sms } from './port.ts';

/** Sends nothing: writes each message to a file. */
export const embeddedSms = (folder: string): Sms => ({
  isRepeatable: true,
  send: ({ id, to, text }) => writeToFileOutbox(folder, `${id}.txt`, `To: ${to}\n\n${text}\n`),
});
