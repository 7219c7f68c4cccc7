import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { composeMail } from './smtp.ts';
import type { Mail, Sms } from './port.ts';

/** Sends nothing: writes each mail to a file that any mail program opens. */
export const localMail = (folder: string): Mail => ({
  isRepeatable: true,
  send: async (mail) =>
    writeToFileOutbox(
      folder,
      `${mail.id}.eml`,
      await composeMail(mail, 'Barback <barback@localhost>'),
    ),
});

/** Sends nothing: writes each message to a file. */
export const localSms = (folder: string): Sms => ({
  isRepeatable: true,
  send: ({ id, to, text }) => writeToFileOutbox(folder, `${id}.txt`, `To: ${to}\n\n${text}\n`),
});

/** Writes a message to a folder atomically; replaces a message of the same name. */
async function writeToFileOutbox(
  folder: string,
  name: string,
  content: string | Buffer,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const unfinished = join(folder, `${name}.new`);
  await writeFile(unfinished, content, { mode: 0o600, flush: true });
  await rename(unfinished, join(folder, name));
}
