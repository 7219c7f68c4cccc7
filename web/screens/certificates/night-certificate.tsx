import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { spanText } from '../../../rules/nights/night-text.ts';
import { errorMessage } from '../../api/api-error.ts';
import { type Certificate, type Verification, verifyCertificate } from '../../api/certificates.ts';
import { paths } from '../../paths.ts';
import { Link } from '../../ui/link.tsx';
import { Card, ErrorLine } from '../../ui/page.tsx';
import styles from './certificates-screen.module.css';

interface NightCertificateProps {
  readonly venueId: string;
  readonly certificate: Certificate;
}

const whole = (count: number): string => count.toLocaleString('en-US');

export function NightCertificate({ venueId, certificate }: NightCertificateProps) {
  const { start, end, timezone, madeAt, version, reason, gross, sums } = certificate;
  const span = spanText({ startMs: Date.parse(start), endMs: Date.parse(end), timezone });
  const isLast = version === certificate.versions.length;
  return (
    <div className="stack gap-18">
      <Card>
        <p className={styles['state']} data-state={certificate.state}>
          {certificate.state === 'agrees'
            ? 'All that is stored of this night agrees'
            : 'Being checked: a figure differs from the sales'}
        </p>
        <p className={styles['about']}>
          {span}. Certified {formatInZone(Date.parse(madeAt), timezone)}, version {version}
          {reason && ` after ${reason}`}.
        </p>
        {certificate.differences.length > 0 && (
          <ul className={styles['differences']}>
            {certificate.differences.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
        <dl className={styles['sums']}>
          <Sum label="Sales" value={formatMoney(sums.sales)} />
          <Sum label="Taxes" value={formatMoney(sums.taxes)} />
          <Sum label="Tips" value={formatMoney(sums.tips)} />
          <Sum label="Refunds" value={formatMoney(sums.refunds)} />
          <Sum label="Gross volume" value={formatMoney(gross)} isTotal />
        </dl>
        <p className={styles['about']}>
          {whole(certificate.sales)} {certificate.sales === 1 ? 'sale' : 'sales'},{' '}
          {whole(certificate.lines)} {certificate.lines === 1 ? 'line' : 'lines'},{' '}
          {whole(sums.servings)} {sums.servings === 1 ? 'serving' : 'servings'}
          {sums.fees > 0 && `, ${formatMoney(sums.fees)} processing fees`}
        </p>
      </Card>
      <Payments certificate={certificate} />
      <Card title="Hashes">
        <dl className={styles['hashes']}>
          <Hash label="Sales of the night (SHA-256)" value={certificate.linesHash} />
          <Hash label="This certificate" value={certificate.hash} />
          <Hash
            label="Certificate of the night before"
            value={certificate.previousHash ?? 'None'}
          />
          <div>
            <dt>Change log</dt>
            <dd>
              {certificate.changes
                .map(({ unitNumber, number }) => `Unit ${unitNumber} up to ${whole(number)}`)
                .join(', ') || 'No units'}
            </dd>
          </div>
        </dl>
        {isLast && <Check venueId={venueId} day={certificate.day} />}
      </Card>
      {certificate.versions.length > 1 && (
        <div className={styles['screenOnly']}>
          <Versions venueId={venueId} certificate={certificate} />
        </div>
      )}
      <div className={styles['signatures']}>
        <span>Closed by</span>
        <span>Checked by</span>
        <span>Date</span>
      </div>
    </div>
  );
}

interface SumProps {
  readonly label: string;
  readonly value: string;
  readonly isTotal?: boolean;
}

const Sum = ({ label, value, isTotal = false }: SumProps) => (
  <div data-total={isTotal}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
);

const Hash = ({ label, value }: SumProps) => (
  <div>
    <dt>{label}</dt>
    <dd className={styles['hash']}>{value}</dd>
  </div>
);

const Payments = ({ certificate: { readers } }: { readonly certificate: Certificate }) => (
  <Card title="Payments by card reader">
    {readers.length === 0 ? (
      <p className={styles['about']}>Nothing was sold.</p>
    ) : (
      <table className={styles['payments']}>
        <caption className="sr-only">Payments by card reader</caption>
        <thead>
          <tr>
            <th scope="col">Card reader</th>
            <th scope="col">Sales</th>
            <th scope="col">Charged</th>
          </tr>
        </thead>
        <tbody>
          {readers.map(({ name, sales, charged }) => (
            <tr key={name}>
              <th scope="row">{name || 'Without a card reader'}</th>
              <td>{whole(sales)}</td>
              <td>{formatMoney(charged)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </Card>
);

function Versions({ venueId, certificate }: NightCertificateProps) {
  const { day, timezone, version, versions } = certificate;
  return (
    <Card title="Versions">
      <ol reversed className={styles['versions']}>
        {versions.toReversed().map((one) => (
          <li key={one.version} value={one.version}>
            {one.version === version ? (
              <b>Version {one.version}</b>
            ) : (
              <Link href={paths.certificates({ venue: venueId, day, version: one.version })}>
                Version {one.version}
              </Link>
            )}
            <span className="dim">
              {formatInZone(Date.parse(one.madeAt), timezone)}
              {one.reason && ` · ${one.reason}`}
              {one.state === 'checking' && ' · being checked'}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** `The sales are as they were certified.`, or what is not as it was. */
export function verificationText({ valid, pending, problems, chain }: Verification): string {
  const after = pending ? ` Since then: ${pending}; a new version follows.` : '';
  if (valid) {
    const before =
      chain.nights === 0
        ? ''
        : ` So are the ${whole(chain.nights)} certificates before it, with their sales since ${chain.comparedFrom}.`;
    return `The sales are as they were certified.${before}${after}`;
  }
  const broken =
    chain.broken.length > 0
      ? [`Earlier nights are not as they were: ${chain.broken.join(', ')}.`]
      : [];
  return [...problems, ...broken].join(' ') + after;
}

function Check({ venueId, day }: { readonly venueId: string; readonly day: string }) {
  const [shown, setShown] = useState<{ text: string; isWrong: boolean } | 'checking' | null>(null);
  const check = async () => {
    setShown('checking');
    try {
      const verified = await verifyCertificate(venueId, day);
      setShown({ text: verificationText(verified), isWrong: !verified.valid });
    } catch (error) {
      setShown({ text: errorMessage(error), isWrong: true });
    }
  };
  return (
    <div className={styles['check']}>
      <Button variant="default" loading={shown === 'checking'} onClick={() => void check()}>
        Check again
      </Button>
      <output>
        {shown !== null &&
          shown !== 'checking' &&
          (shown.isWrong ? <ErrorLine>{shown.text}</ErrorLine> : shown.text)}
      </output>
    </div>
  );
}
