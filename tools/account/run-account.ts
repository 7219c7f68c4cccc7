/** npm run account: accounts, for the operator of the machine. Passwords are never typed or printed here. */
import { parseArgs } from 'node:util';
import { email as emailOf } from '../../contract/fields.ts';
import { requireMigrated } from '../../db/migrate.ts';
import { connect } from '../../db/pool/connect.ts';
import { messageOf } from '../../db/start-error.ts';
import type { Db } from '../../db/tables/tables.ts';
import { resetMinutes } from '../../rules/users/sign-in.ts';
import { makeTokenLink } from '../../server/notices/send-message.ts';
import { newApiToken } from '../../server/shared/ids.ts';
import { HttpError } from '../../server/shared/errors.ts';
import { deleteCredentials } from '../../server/users/credentials/credentials.queries.ts';
import { createAdmin, register } from '../../server/users/register.ts';
import {
  commandLine,
  insertAccountAudit,
  lockAccount,
  unlockAccount,
} from '../../server/users/accounts.ts';
import { endSessions } from '../../server/users/sessions.queries.ts';
import { findUserByEmail, listUsers, type UserRow } from '../../server/users/users.queries.ts';
import { BackupError, count, runCommand, type Terminal } from '../terminal.ts';
import { openOwnDatabase } from '../own-database.ts';

const usage = `npm run account -- list [PART OF NAME OR EMAIL]
npm run account -- create EMAIL --name NAME --venue NAME    an owner with a first venue
npm run account -- create EMAIL --admin    a super administrator
npm run account -- reset-password EMAIL    prints a link for a new password
npm run account -- reset-second-factor EMAIL    for a lost phone: the password alone signs in
npm run account -- sign-out EMAIL          ends all sessions
npm run account -- lock EMAIL              ends all sessions and refuses new ones
npm run account -- unlock EMAIL`;

const mostListed = 200;

interface Context {
  db: Db;
  now: () => Date;
  out: Terminal['out'];
  /** Base of links: the public address of the dashboard. */
  publicUrl: string;
}

interface Options {
  name?: string | undefined;
  venue?: string | undefined;
  admin: boolean;
}

type Command = (context: Context, subject: string, options: Options) => Promise<void>;

const commands: Readonly<Record<string, Command>> = {
  list,
  create,
  'reset-password': async (context, subject) =>
    printLink(context, await requireUser(context, subject)),
  'sign-out': async ({ db, now, out }, subject) => {
    const user = await requireUser({ db }, subject);
    const ended = await db.transaction().execute(async (transaction) => {
      const sessions = await endSessions(transaction, user.id, now(), 'all');
      await insertAccountAudit(transaction, user, {
        at: now(),
        actor: null,
        address: commandLine,
        action: 'account.sessions_ended',
        target: `account ${user.email}`,
        newValue: { sessions },
      });
      return sessions;
    });
    out(`Ended ${count(ended, 'session')} of ${user.email}.`);
  },
  'reset-second-factor': async ({ db, now, out }, subject) => {
    const user = await requireUser({ db }, subject);
    await db.transaction().execute(async (transaction) => {
      if ((await deleteCredentials(transaction, user.id, ['totp', 'recovery', 'passkey'])) === 0)
        throw new BackupError(`${user.email} has no second factor and no passkey.`);
      await insertAccountAudit(transaction, user, {
        at: now(),
        actor: null,
        address: commandLine,
        action: 'account.second_factor_off',
        target: `account ${user.email}`,
      });
    });
    out(
      `The second factor of ${user.email} is off, and its passkeys are removed: the password alone signs in.`,
    );
  },
  lock: async (context, subject) => {
    const user = await requireUser(context, subject);
    await lockAccount(context, user);
    context.out(`${user.email} is locked: its sessions are ended, and it cannot sign in.`);
  },
  unlock: async (context, subject) => {
    const user = await requireUser(context, subject);
    await unlockAccount(context, user);
    context.out(`${user.email} can sign in again.`);
  },
};

/** Exit code: 0 when the command is done, 1 with a message when it failed. */
export function runAccount(args: readonly string[], terminal: Terminal): Promise<number> {
  const { out } = terminal;
  return runCommand(terminal, async (environment) => {
    const { command, subject, options } = readArguments(args);
    const { target, leave } = await openOwnDatabase(environment, out);
    const connection = connect(target, { max: 1 });
    try {
      await requireMigrated(connection);
      const publicUrl = environment.publicUrl ?? `http://localhost:${environment.port}`;
      await command({ db: connection.db, now: () => new Date(), out, publicUrl }, subject, options);
    } catch (error) {
      if (error instanceof HttpError) throw new BackupError(explain(error));
      throw error;
    } finally {
      await connection.close();
      await leave();
    }
  });
}

const explain = ({ fields, message }: HttpError): string =>
  Object.values(fields ?? {})[0] ?? message;

function readArguments(args: readonly string[]): {
  command: Command;
  subject: string;
  options: Options;
} {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        venue: { type: 'string' },
        admin: { type: 'boolean', default: false },
      },
    });
    const [name = '', subject = '', ...more] = positionals;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined || more.length > 0 || (subject === '' && name !== 'list'))
      throw new Error('');
    return { command, subject, options: values };
  } catch (error) {
    const reason = messageOf(error).split(/[.\n]/)[0] ?? '';
    throw new BackupError(reason === '' ? usage : `${reason}.\n${usage}`);
  }
}

async function requireUser({ db }: Pick<Context, 'db'>, email: string): Promise<UserRow> {
  const user = await findUserByEmail(db, email);
  if (!user) throw new BackupError(`There is no account with the email ${email}.`);
  return user;
}

async function list({ db, out }: Context, search: string): Promise<void> {
  const users = await listUsers(db, search, mostListed + 1);
  for (const { email, name, account_type, locked_at } of users.slice(0, mostListed))
    out([email, account_type, name, ...(locked_at ? ['locked'] : [])].join('  '));
  if (users.length === 0) out('There are no such accounts.');
  if (users.length > mostListed)
    out(`These are the first ${mostListed}; name a part to see others.`);
}

async function create(context: Context, given: string, options: Options): Promise<void> {
  const { db, now } = context;
  const parsed = emailOf.safeParse(given);
  if (!parsed.success) throw new BackupError(`${given} is not an email address.`);
  const email = parsed.data;
  if (await findUserByEmail(db, email))
    throw new BackupError(`There is an account with the email ${email} already.`);
  const { name = '', venue = '', admin } = options;
  const isComplete = admin ? name + venue === '' : name !== '' && venue !== '';
  if (!isComplete) throw new BackupError(usage);
  // Nobody knows the password: the link sets one.
  const password = newApiToken();
  if (admin) await createAdmin(db, { email, password, now }, commandLine);
  else {
    const by = { actor: null, address: commandLine };
    await register({ db, now }, { name, venueName: venue, email, password }, by);
  }
  await printLink(context, await requireUser(context, email));
}

async function printLink(context: Context, user: UserRow): Promise<void> {
  const key = { account_id: user.id, channel: 'mail' as const, address: user.email.toLowerCase() };
  const link = await makeTokenLink(context, key, 'password_reset');
  context.out(
    `Open this link to set the password of ${user.email}. It works once, for ${resetMinutes} minutes:\n${link}`,
  );
}
