// Global setup: starts a distributed database with a migrated, distributed template for the tests.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { distribute } from '../../db/distribution/distribute.ts';
import { migrate } from '../../db/migrate.ts';
import { clientConfig, connect } from '../../db/pool/connect.ts';
import { templateName, type TestServer } from '../../db/testing/database.ts';
import { withDatabase } from '../../db/testing/target.ts';
import {
  type CitusCluster,
  closeCitusDatabase,
  createCitusDatabase,
  startCitusCluster,
} from '../../db/testing/citus-cluster.ts';
import { sweepTestFolders } from '../../db/testing/folder.ts';

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await sweepTestFolders();
  const cluster = await startCitusCluster();
  const { admin, worker, otherNodes, stop } = cluster;
  const prefix = `barback_test_${randomBytes(4).toString('hex')}_`;
  const server: TestServer = { admin, worker, otherNodes, prefix };
  try {
    await makeTemplate(server, cluster);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('testServer', server);
  return stop;
}

async function makeTemplate(server: TestServer, cluster: CitusCluster): Promise<void> {
  const name = templateName(server);
  await createCitusDatabase(cluster, name);
  const target = withDatabase(server.worker, name);
  const connection = connect(target, { max: 1 });
  const client = new Client(clientConfig(target));
  try {
    await migrate(connection);
    await client.connect();
    await distribute(client);
  } finally {
    await client.end();
    await connection.close();
  }
  await closeCitusDatabase([cluster.admin, ...cluster.otherNodes], name);
}
