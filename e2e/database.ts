/** The database of the server that the tests started, for what no request can bring about, such as the passing of time. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { Client } from 'pg';
import { attachEmbedded } from '../db/embedded/embedded.ts';
import { clientConfig } from '../db/pool/connect.ts';
import { sendRequest } from './api-client.ts';

async function execute(statement: string, values: readonly unknown[]): Promise<number> {
  const target = await attachEmbedded(process.env['E2E_DATA_DIR'] ?? '');
  if (target === null) throw new Error('The database of the server does not run');
  const client = new Client(clientConfig(target));
  await client.connect();
  try {
    return (await client.query(statement, [...values])).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** Moves the sign-ins of an account, and what it has confirmed since, into the past. */
export async function ageSessions(userId: string, minutes: number): Promise<void> {
  const sessions = await execute(
    `update sessions set created_at = created_at - make_interval(mins => $2),
       authenticated_at = authenticated_at - make_interval(mins => $2)
     where user_id = $1 and ended_at is null`,
    [userId, minutes],
  );
  if (sessions === 0) throw new Error('The account has no sessions');
}

// Messages that the server has written to its data folder in place of sending them.

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
