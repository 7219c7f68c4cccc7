/** The product as a process of its own, on a database that is there already; says its port and serves until it is ended. */
import { connect } from '../db/connect.ts';
import { givenTarget } from './given-target.ts';
import { embeddedFlags } from '../server/adapters/flags/embedded.ts';
import { embeddedReaders } from '../server/adapters/readers/embedded.ts';
import { buildApp } from '../server/app.ts';

const { db, pool } = connect(givenTarget(), { max: 16 });
const app = await buildApp({
  db,
  pool,
  now: () => new Date(),
  jwtSecret: 'a secret that only the benchmarks use, long enough',
  secretsKey: 'another secret that only the benchmarks use',
  flags: embeddedFlags(db),
  readers: embeddedReaders(db),
  publicOrders: true,
  registration: 'open',
  trustProxy: false,
  webRoot: null,
  logLevel: 'silent',
  deniedUserId: '',
});
await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ ready: app.addresses()[0] }));
