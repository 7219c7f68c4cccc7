/** Certificates as they are read and verified. */
import type { Tx } from '../../db/tables/tables.ts';
import type { Reads } from '../../db/pool/reads.ts';
import { certificateMessages, reasonsText } from '../../rules/nights/certificate.ts';
import { shiftDay } from '../../rules/nights/nights.ts';
import type { Actor } from '../../rules/permissions.ts';
import type { AppDeps } from '../shared/deps.ts';
import { HttpError } from '../shared/errors.ts';
import { requireVenue } from '../venues/venue-access.ts';
import { inSnapshot } from '../verification/verify-venues.ts';
import {
  type CertificateRow,
  type LatestCertificate,
  listCertificateRows,
  listLatest,
  listLines,
} from './certificates.queries.ts';
import {
  changedHours,
  changesSince,
  countReasons,
  hashCertificate,
  hashLines,
} from './read-night.ts';

type Needs = Pick<AppDeps, 'db'> & { reads: Reads };

export async function listCertificates(
  deps: Needs,
  actor: Actor,
  venueId: string,
  days: { from: string; to: string },
): Promise<LatestCertificate[]> {
  const venue = await requireVenue(deps, actor, venueId);
  return deps.reads.query((db) => listLatest(db, venue.id, days));
}

export interface CertificateVersions {
  certificate: CertificateRow;
  /** All of them, the first one first. */
  versions: CertificateRow[];
}

/** @param version the last one where it is left out */
export async function getCertificate(
  deps: Needs,
  actor: Actor,
  { venueId, day }: { venueId: string; day: string },
  version?: number,
): Promise<CertificateVersions> {
  const venue = await requireVenue(deps, actor, venueId);
  const versions = await deps.reads.query((db) =>
    listCertificateRows(db, venue.id, { from: day, to: day }),
  );
  if (versions.length === 0) throw new HttpError(404, certificateMessages.none);
  const certificate = versions.at(version === undefined ? -1 : version - 1);
  if (!certificate) throw new HttpError(404, certificateMessages.noVersion);
  return { certificate, versions };
}

/** Sales of the nights before that are read again, about so many: the chain of hashes goes back to the first. */
const mostSalesBefore = 20_000;
const firstDay = '2000-01-01';

export interface VerifiedCertificate {
  certificate: CertificateRow;
  /** `1 refund`; empty without any. */
  pending: string;
  changedHours: string[];
  problems: string[];
  chain: { nights: number; comparedFrom: string; broken: string[] };
}

/** Compares a certificate with the sales of its night as they are now, and with the certificates before it. */
export async function verifyCertificate(
  deps: Needs,
  actor: Actor,
  { venueId, day }: { venueId: string; day: string },
): Promise<VerifiedCertificate> {
  const venue = await requireVenue(deps, actor, venueId);
  return deps.reads.query((db) =>
    inSnapshot(db, async (moment) => {
      const rows = await listCertificateRows(moment, venue.id, { from: firstDay, to: day });
      const certificate = rows.at(-1);
      if (certificate?.day !== day) throw new HttpError(404, certificateMessages.none);
      const sales = await compareSales(moment, certificate);
      const problems = [
        ...(isIntact(certificate) ? [] : [certificateMessages.hash]),
        ...(sales.hours.length > 0 ? [certificateMessages.lines] : []),
        ...(follows(certificate, rows) ? [] : [certificateMessages.previous]),
      ];
      const earlier = rows.filter((row) => row.day !== day);
      const chain = await verifyChain(moment, earlier, day);
      const { pending, hours } = sales;
      return { certificate, pending, changedHours: hours, problems, chain };
    }),
  );
}

const isIntact = (row: CertificateRow): boolean => row.hash.equals(hashCertificate(row));

/** Whether it has the hash of a version of the night before; the first of a venue has none. */
function follows(row: CertificateRow, rows: readonly CertificateRow[]): boolean {
  const before = rows.filter(({ day }) => day === shiftDay(row.day, -1));
  if (row.previous_hash === null) return before.length === 0;
  return before.some(({ hash }) => row.previous_hash?.equals(hash));
}

/** Hours whose sales are not as they were certified, and what the change log has of the night since. */
async function compareSales(
  moment: Tx,
  row: CertificateRow,
): Promise<{ hours: string[]; pending: string }> {
  const { body, venue_id: venueId } = row;
  const range = { startMs: Date.parse(body.start), endMs: Date.parse(body.end) };
  const { hours } = hashLines(await listLines(moment, venueId, range));
  const changes = await changesSince(moment, row);
  return {
    hours: changedHours(body.hours, hours, changes),
    pending: reasonsText(countReasons(changes)),
  };
}

/** @param rows certificates of the nights before the day, by day and version */
async function verifyChain(
  moment: Tx,
  rows: readonly CertificateRow[],
  day: string,
): Promise<VerifiedCertificate['chain']> {
  const broken = new Set(
    rows.filter((row) => !isIntact(row) || !follows(row, rows)).map((row) => row.day),
  );
  const latest = [...new Map(rows.map((row) => [row.day, row])).values()];
  let comparedFrom = day;
  let sales = 0;
  for (const row of latest.toReversed()) {
    sales += row.body.sales;
    if (sales > mostSalesBefore) break;
    comparedFrom = row.day;
    if ((await compareSales(moment, row)).hours.length > 0) broken.add(row.day);
  }
  return { nights: latest.length, comparedFrom, broken: [...broken].sort() };
}
