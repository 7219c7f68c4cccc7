/** Messages that the server has written to its data folder in place of sending them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { sendRequest } from './api-client.ts';

async function readMessages(): Promise<string[]> {
  const folder = join(process.env['E2E_DATA_DIR'] ?? '', 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => /\.(eml|txt)$/.test(name));
  const texts = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
  // The soft line breaks of quoted-printable text.
  return texts.map((text) => text.replaceAll(/=\r?\n/g, ''));
}

/** Token of the last link to a page that was sent to an address or a number; waits until there are so many. */
export async function tokenSentTo(
  recipient: string,
  links = 1,
  to: 'confirm' | 'reset-password' | 'new-email' = 'confirm',
): Promise<string> {
  let tokens: string[] = [];
  const read = async (): Promise<number> => {
    const own = (await readMessages()).filter((text) =>
      text.toLowerCase().includes(`to: ${recipient.toLowerCase()}`),
    );
    tokens = own.flatMap((text) => new RegExp(`/${to}#([\\da-f]{32})`).exec(text)?.[1] ?? []);
    return tokens.length;
  };
  await expect.poll(read, { timeout: 25_000 }).toBe(links);
  return tokens.at(-1) ?? '';
}

/** Confirms an address or a number with the link that was sent there. */
export async function confirmRecipient(recipient: string): Promise<void> {
  const body = { token: await tokenSentTo(recipient) };
  await sendRequest(null, 'POST', '/api/confirmations/accept', body);
}
