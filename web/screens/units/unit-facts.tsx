import type { ReactNode } from 'react';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { durationText, percentText } from '../../../rules/health/health-messages.ts';
import { clockSkewLimitMs } from '../../../rules/units/unit-contact.ts';
import type { UnitHealth } from '../../api/unit-health.ts';
import { agoText } from '../../components/relative-time.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { readerText } from './reader-text.ts';
import styles from './unit-screen.module.css';

interface UnitFactsProps {
  readonly venueId: string;
  /** Undefined while loading. */
  readonly unit: UnitHealth | undefined;
  readonly nowMs: number;
  /** IANA name. */
  readonly timezone: string;
}

interface Fact {
  readonly label: string;
  readonly value: ReactNode;
}

const contactTexts = { online: 'Online', offline: 'Offline', new: 'No contact yet' } as const;

function skewText({ skewMs }: UnitHealth): string {
  if (skewMs === null) return 'Not reported';
  if (Math.abs(skewMs) <= clockSkewLimitMs) return 'Right';
  return `${durationText(Math.abs(skewMs))} ${skewMs > 0 ? 'fast' : 'slow'}`;
}

function failuresText({ failureRate }: UnitHealth): string {
  if (failureRate === null) return 'Fewer than 4 within a day';
  const { failed, glasses, usual } = failureRate;
  return `${failed} of the last ${glasses} drinks; usually ${percentText(usual)}`;
}

function factsOf(unit: UnitHealth, { venueId, nowMs, timezone }: UnitFactsProps): Fact[] {
  const ago = (at: string | null, none: string): ReactNode =>
    at === null ? (
      none
    ) : (
      <time dateTime={at} title={formatInZone(Date.parse(at), timezone)}>
        {agoText(Date.parse(at), nowMs)}
      </time>
    );
  const low = unit.lowStock === 0 ? 'None' : `${unit.lowStock} out or low`;
  return [
    { label: 'Contact', value: contactTexts[unit.state] },
    { label: 'Last contact', value: ago(unit.lastContactAt, 'Never') },
    { label: 'Last sale', value: ago(unit.lastSoldAt, 'Never sold') },
    {
      label: 'Expected since then',
      value:
        unit.expectedSince === null
          ? 'Too few nights to compare with'
          : `${unit.expectedSince.toLocaleString('en-US', { maximumFractionDigits: 1 })} sales`,
    },
    { label: 'Failed drinks', value: failuresText(unit) },
    { label: 'Card reader', value: readerText(unit.reader) },
    {
      label: 'Sales waiting in the unit',
      value: unit.queued === null ? 'Not reported' : unit.queued.toLocaleString('en-US'),
    },
    { label: 'Clock', value: skewText(unit) },
    { label: 'Software', value: unit.software === '' ? 'Not reported' : unit.software },
    {
      label: 'Ingredients',
      value:
        unit.lowStock > 0 && may('stock.read') ? (
          <Link href={paths.unitMenu(venueId, unit.unitNumber)}>{low}</Link>
        ) : (
          low
        ),
    },
  ];
}

const labels = [
  'Contact',
  'Last contact',
  'Last sale',
  'Expected since then',
  'Failed drinks',
  'Card reader',
  'Sales waiting in the unit',
  'Clock',
  'Software',
  'Ingredients',
];

/** What is known of a unit now. */
export function UnitFacts(props: UnitFactsProps) {
  const { unit } = props;
  const facts = unit
    ? factsOf(unit, props)
    : labels.map((label): Fact => ({ label, value: <SkeletonLine width={12} /> }));
  return (
    <Card title="Now">
      <dl className={styles['facts']} aria-busy={unit === undefined}>
        {facts.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
