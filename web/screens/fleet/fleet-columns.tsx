import { Button } from '@mantine/core';
import { decimalPercent } from '../../../lib/decimal-percent.ts';
import { formatMoney } from '../../../lib/money.ts';
import { type FleetState, fleetStateLabels } from '../../../rules/fleet/fleet.ts';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import type { FleetUnit } from '../../api/fleet.ts';
import { agoText } from '../../components/date-text.ts';
import { paths } from '../../paths.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './fleet-screen.module.css';

interface TicketsOfProps {
  readonly unit: FleetUnit;
  readonly openTicket: (unit: FleetUnit) => void;
  readonly label: string;
}

/** The tickets of a unit that are not closed, and a button that opens one. */
const TicketsOf = ({ unit, openTicket, label }: TicketsOfProps) => (
  <span className={styles['tickets']}>
    {unit.tickets > 0 && (
      <Link href={paths.fleetUnit(unit.unitNumber)}>{`${unit.tickets} open`}</Link>
    )}
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`Open a ticket on unit ${unit.unitNumber}`}
      onClick={() => openTicket(unit)}
    >
      {label}
    </Button>
  </span>
);

/** `2.4% (5 of 210)`, or `2.4% failed (5 of 210)` where no label says it, and the position that fails most. */
export function failureText(
  { failureRate, failed, glasses, worstPosition }: FleetUnit,
  word: '' | ' failed' = '',
): string {
  if (failureRate === null) return 'No glasses';
  const rate = `${decimalPercent(failureRate)}${word} (${failed} of ${glasses.toLocaleString('en-US')})`;
  return worstPosition === null ? rate : `${rate}, position ${worstPosition}`;
}

export const fleetColumns = (
  nowMs: number,
  act: (unit: FleetUnit) => void,
  openTicket: (unit: FleetUnit) => void,
): readonly DataColumn<FleetUnit>[] => [
  {
    id: 'unit',
    header: 'Unit',
    chars: 20,
    cell: ({ unitNumber, unitName, venue, owner, timezone }) => (
      <>
        <span className={styles['name']}>
          <Link href={paths.fleetUnit(unitNumber)}>
            <bdi>{unitTitle({ unitNumber, name: unitName })}</bdi>
          </Link>
        </span>
        <span className={styles['place']}>
          <bdi>{venue.name}</bdi>,{' '}
          <Link href={paths.fleet({ owner: owner.id })}>
            <bdi>{owner.name}</bdi>
          </Link>
          , <span className="nowrap">{timeThereText(nowMs, timezone)}</span>
        </span>
      </>
    ),
  },
  {
    id: 'state',
    header: 'State',
    width: 140,
    chars: 12,
    from: 'medium',
    cell: (unit) => (
      <>
        <span className={styles['name']} data-bad={isBad(unit.state) || undefined}>
          {fleetStateLabels[unit.state]}
        </span>
        <span className={styles['place']}>{contactText(unit, nowMs)}</span>
      </>
    ),
    folded: (unit) => `${fleetStateLabels[unit.state]}, ${contactText(unit, nowMs)}`,
  },
  {
    id: 'software',
    header: 'Software',
    width: 100,
    chars: 8,
    from: 'wide',
    cell: ({ software }) => software || '–',
    folded: ({ software }) => software || null,
  },
  {
    id: 'failures',
    header: 'Failed glasses',
    width: 150,
    chars: 12,
    from: 'wide',
    cell: failureText,
    folded: (unit) => (unit.failureRate === null ? null : failureText(unit, ' failed')),
  },
  {
    id: 'refused',
    header: 'Refused',
    width: 76,
    align: 'end',
    chars: 4,
    from: 'wide',
    cell: ({ refused }) => refused.toLocaleString('en-US'),
    folded: ({ refused }) => (refused === 0 ? null : `${refused} refused`),
  },
  {
    id: 'expected',
    header: 'Expected an hour',
    width: 132,
    align: 'end',
    chars: 7,
    from: 'medium',
    cell: ({ expectedPerHour }) => formatMoney(expectedPerHour),
    folded: ({ expectedPerHour }) => `${formatMoney(expectedPerHour)} expected an hour`,
  },
  {
    id: 'risk',
    header: 'At risk an hour',
    width: 100,
    align: 'end',
    chars: 7,
    cell: ({ atRiskPerHour }) => formatMoney(atRiskPerHour),
  },
  {
    id: 'tickets',
    header: 'Tickets',
    width: 104,
    chars: 8,
    from: 'wide',
    cell: (unit) => <TicketsOf unit={unit} openTicket={openTicket} label="New" />,
    folded: (unit) => <TicketsOf unit={unit} openTicket={openTicket} label="New ticket" />,
  },
  {
    id: 'action',
    header: 'Action',
    width: 108,
    align: 'end',
    chars: 6,
    cell: (unit) => (
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Act for ${unit.owner.name}, unit ${unit.unitNumber}`}
        onClick={() => act(unit)}
      >
        Act for
      </Button>
    ),
  },
];

const isBad = (state: FleetState): boolean =>
  state === 'offline' || state === 'silent' || state === 'failing';

const contactText = ({ lastContactAt }: FleetUnit, nowMs: number): string =>
  lastContactAt === null ? 'no contact' : `contact ${agoText(Date.parse(lastContactAt), nowMs)}`;
