import type { EndpointResponse } from '../../contract/endpoints.ts';
import { toDollars } from '../../lib/money.ts';
import { reasonsText } from '../../rules/nights/certificate.ts';
import type { CertificateVersions, VerifiedCertificate } from './certificates.ts';
import type { CertificateRow, LatestCertificate } from './certificates.queries.ts';

const stateOf = (agrees: boolean) => (agrees ? ('agrees' as const) : ('checking' as const));

export const latestView = ({ day, version, made_at, agrees }: LatestCertificate) => ({
  day,
  version,
  madeAt: made_at.toISOString(),
  state: stateOf(agrees),
});

const versionView = ({ version, made_at, body, hash }: CertificateRow) => ({
  version,
  madeAt: made_at.toISOString(),
  state: stateOf(body.differences.length === 0),
  reason: reasonsText(body.reasons),
  hash: hash.toString('hex'),
});

export function certificateView({
  certificate,
  versions,
}: CertificateVersions): EndpointResponse<'getCertificate'> {
  const { body, day, previous_hash } = certificate;
  const { start, end, timezone, sales, lines, hours, linesHash, differences, reasons } = body;
  const { salesCents, taxCents, tipCents, refundCents, feeCents, servings } = body.sums;
  return {
    day,
    ...versionView(certificate),
    start,
    end,
    timezone,
    sales,
    lines,
    gross: toDollars(salesCents + taxCents + tipCents + refundCents),
    sums: {
      sales: toDollars(salesCents),
      taxes: toDollars(taxCents),
      tips: toDollars(tipCents),
      refunds: toDollars(refundCents),
      fees: toDollars(feeCents),
      servings,
    },
    readers: body.readers.map(({ name, sales: count, cents }) => ({
      name,
      sales: count,
      charged: toDollars(cents),
    })),
    changes: body.changes.map(({ unit, number }) => ({ unitNumber: unit, number })),
    hours,
    linesHash,
    differences,
    reasons,
    previousHash: previous_hash?.toString('hex') ?? null,
    versions: versions.map(versionView),
  };
}

export const verifiedView = ({
  certificate: { day, version },
  pending,
  changedHours,
  problems,
  chain,
}: VerifiedCertificate): EndpointResponse<'verifyCertificate'> => ({
  day,
  version,
  valid: problems.length === 0 && chain.broken.length === 0,
  pending,
  changedHours,
  problems,
  chain,
});
