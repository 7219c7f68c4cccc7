/** Reads the certificate of a night in a process of its own, as a worker does, and prints it. */
import { connect } from '../../db/pool/connect.ts';
import { nightOf } from '../../rules/nights/nights.ts';
import { hashCertificate, readNight } from '../certificates/read-night.ts';
import { findNightRules } from '../venues/nights.queries.ts';
import { inSnapshot } from '../verification/verify-venues.ts';

const [url = '', venueId = '', day = ''] = process.argv.slice(2);
const { db, close } = connect({ url }, { max: 1 });
const rules = await findNightRules(db, venueId);
if (!rules) throw new Error('The venue has a clock');
const body = await inSnapshot(db, (moment) =>
  readNight(moment, venueId, nightOf(rules, day), undefined),
);
const hash = hashCertificate({ venue_id: venueId, day, version: 1, body, previous_hash: null });
process.stdout.write(JSON.stringify({ body, hash: hash.toString('hex') }));
await close();
