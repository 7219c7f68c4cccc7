// Global setup: starts a PostgreSQL with a migrated template database for the tests, and removes it afterwards.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { partition, patience } from '../db/partitions/partition.ts';
import { clientConfig, connect, type ConnectionTarget } from '../db/pool/connect.ts';
import { readPidFile } from '../db/embedded/process.ts';
import { startEmbedded } from '../db/embedded/embedded.ts';
import { migrate } from '../db/migrate.ts';
import {
  createDatabase,
  dropDatabase,
  isPartitioned,
  templateName,
  type TestServer,
} from '../db/testing/database.ts';
import { asAdmin, withDatabase } from '../db/testing/target.ts';
import { makeTestFolder, sweepTestFolders } from '../db/testing/folder.ts';

interface Place {
  admin: ConnectionTarget;
  worker: ConnectionTarget;
  leave: () => Promise<void>;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const url = process.env['TEST_DATABASE_URL'];
  const { admin, worker, leave } = url ? namedServer(url) : await ownServer();
  const prefix = `barback_test_${randomBytes(4).toString('hex')}_`;
  const server: TestServer = { admin, worker, prefix };
  try {
    await makeTemplate(server);
  } catch (error) {
    await leave();
    throw error;
  }
  project.provide('testServer', server);
  return async () => {
    await dropAll(server);
    await leave();
  };
}

function namedServer(url: string): Place {
  return { admin: { url }, worker: { url }, leave: () => Promise.resolve() };
}

async function ownServer(): Promise<Place> {
  await sweepTestFolders();
  const dataDir = await makeTestFolder();
  const embedded = await startEmbedded(dataDir, { durable: false });
  const pid = (await readPidFile(join(dataDir, 'postgres')))?.pid;
  // Ctrl-C ends the run without the usual teardown.
  const leaveAtOnce = (): void => {
    if (pid !== undefined) process.kill(pid, 'SIGQUIT');
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  process.on('exit', leaveAtOnce);
  const leave = async (): Promise<void> => {
    process.off('exit', leaveAtOnce);
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { admin: embedded.adminTarget, worker: embedded.target, leave };
}

async function makeTemplate(server: TestServer): Promise<void> {
  const name = templateName(server);
  await createDatabase(server, name, 'template0');
  const connection = connect(withDatabase(server.worker, name), { max: 1 });
  try {
    await migrate(connection);
  } finally {
    await connection.close();
  }
  if (isPartitioned) await partitionTemplate(server);
}

async function partitionTemplate(server: TestServer): Promise<void> {
  const client = new Client(clientConfig(withDatabase(server.worker, templateName(server))));
  await client.connect();
  try {
    const retries = { patience, print: () => undefined };
    await partition(client, { batchSize: 1_000, receiptDays: 400, retries });
  } finally {
    await client.end();
  }
}

async function dropAll(server: TestServer): Promise<void> {
  const found = await asAdmin(server.admin, 'select datname::text as name from pg_database');
  for (const row of found) {
    const name = String(row['name']);
    if (name.startsWith(server.prefix)) await dropDatabase(server, name);
  }
}
