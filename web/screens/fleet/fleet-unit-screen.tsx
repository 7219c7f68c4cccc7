/** A unit for the support: how it is, when it was in contact, its software, refused sales and tickets. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { fleetStateLabels } from '../../../rules/fleet/fleet.ts';
import { daysOfUnit } from '../../../rules/fleet/tickets.ts';
import { durationText } from '../../../rules/health/health-messages.ts';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import { unitKind, unitTitle } from '../../../rules/units/unit-names.ts';
import { type FleetUnitPage, fleetUnitQuery } from '../../api/tickets.ts';
import {
  contactLabels,
  notReported,
  queuedText,
  readerTexts,
} from '../../components/contact-text.ts';
import { agoText } from '../../components/date-text.ts';
import { Loaded } from '../../components/load-error.tsx';
import { TimedRows } from '../../components/timed-rows.tsx';
import { paths } from '../../paths.ts';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { useNow } from '../../ui/hooks.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { Card, PageHeader, SkeletonCard, SkeletonLine } from '../../ui/page.tsx';
import { CursorPager } from '../../ui/pager.tsx';
import { failureText } from './fleet-columns.tsx';
import styles from './fleet-unit-screen.module.css';
import { TicketCard } from './ticket-card.tsx';

const ActAsDialog = lazyDialog('Act for an owner', () => import('./act-as-dialog.tsx'));
const TicketDialog = lazyDialog('Open a ticket', () => import('./ticket-dialog.tsx'));

export default function FleetUnitScreen() {
  const { number } = useParams({ from: '/fleet/$number' });
  const { ticket } = useSearch({ from: '/fleet/$number' });
  const nowMs = useNow();
  const result = useQuery(fleetUnitQuery(number, ticket));
  const [open, setOpen] = useState<'acting' | 'ticket' | null>(null);
  const unit = result.data;
  const close = () => setOpen(null);
  return (
    // Remounts, so that what comes with the unit causes no layout shift.
    <div key={unit ? 'ready' : 'loading'}>
      <PageHeader
        title={
          unit ? unitTitle({ unitNumber: unit.unitNumber, name: unit.unitName }) : `Unit ${number}`
        }
        breadcrumb={<Link href={paths.fleet()}>Fleet</Link>}
        context={unit ? <Place unit={unit} nowMs={nowMs} /> : <SkeletonLine width={30} />}
        actions={
          unit &&
          unit.deletedAt === null && (
            <>
              <Button variant="default" onClick={() => setOpen('acting')}>
                Act for owner
              </Button>
              <Button onClick={() => setOpen('ticket')}>Open ticket</Button>
            </>
          )
        }
      />
      {unit && open === 'acting' && <ActAsDialog unit={unit} onClose={close} />}
      {unit && open === 'ticket' && <TicketDialog unit={unit} onClose={close} />}
      <Loaded of={loadState(result, { what: 'unit' })} pending={<SkeletonCard />}>
        {(page) => <Parts page={page} nowMs={nowMs} />}
      </Loaded>
    </div>
  );
}

interface PartProps {
  readonly page: FleetUnitPage;
  readonly nowMs: number;
}

const Place = ({ unit, nowMs }: { readonly unit: FleetUnitPage; readonly nowMs: number }) => (
  <>
    <bdi>{unit.venue.name}</bdi>,{' '}
    <Link href={paths.fleet({ owner: unit.owner.id })}>
      <bdi>{unit.owner.name}</bdi>
    </Link>
    , {timeThereText(nowMs, unit.timezone)} there
    {unit.deletedAt !== null && ', deleted'}
  </>
);

const Parts = ({ page, nowMs }: PartProps) => (
  <div className="stack gap-18">
    <UnitFigures page={page} nowMs={nowMs} />
    <section aria-label="Tickets" className="stack gap-12">
      <h2 className={styles['title']}>Tickets</h2>
      {page.tickets.length === 0 && (
        <Card>
          <p className="dim" data-empty>
            There are no tickets on this unit.
          </p>
        </Card>
      )}
      {page.tickets.map((ticket) => (
        <TicketCard key={ticket.id} ticket={ticket} assignees={page.assignees} nowMs={nowMs} />
      ))}
      <TicketPager page={page} />
    </section>
    <TimedRows
      title={`Without contact in the last ${daysOfUnit} days`}
      none="Never for more than a quarter of an hour."
      timezone={page.timezone}
      hasYears
      rows={page.contact.offline.map(({ from, until }) => ({
        at: from,
        text:
          until === null
            ? `Offline since then, for ${durationText(nowMs - Date.parse(from))}`
            : `Offline for ${durationText(Date.parse(until) - Date.parse(from))}`,
      }))}
    />
    <TimedRows
      title="Software"
      none="The unit has reported none."
      timezone={page.timezone}
      hasYears
      rows={page.software.map(({ since, software }) => ({ at: since, text: software }))}
    />
    <TimedRows
      title={`Refused sales of the last ${daysOfUnit} days`}
      none="No sale was refused."
      timezone={page.timezone}
      hasYears
      rows={page.refusedSales.map(({ at, times, message, state }) => ({
        at,
        text: `${message}${times === 1 ? '' : `, sent ${times} times`}${settled[state]}`,
      }))}
    />
  </div>
);

/** Shown where there are more tickets than one page has. */
function TicketPager({ page }: Pick<PartProps, 'page'>) {
  const navigate = useNavigate();
  const { newestTickets: isFirst, nextTicket } = page;
  if (isFirst && nextTicket === null) return null;
  const open = (ticket?: string) =>
    void navigate({ to: '.', href: paths.fleetUnit(page.unitNumber, ticket) });
  return (
    <CursorPager
      of="tickets"
      isFirst={isFirst}
      isLast={nextTicket === null}
      onFirst={() => open()}
      onOlder={() => open(nextTicket ?? undefined)}
    />
  );
}

const settled = { open: '', taken: ' · booked', dismissed: ' · dismissed' } as const;

const notKnown = 'Not known yet';

/** What is known of the unit now. */
function UnitFigures({ page, nowMs }: PartProps) {
  const { figures, contact, software } = page;
  const ago = (at: string | null | undefined, none: string): string =>
    at ? agoText(Date.parse(at), nowMs) : none;
  const facts: readonly Fact[] = [
    { label: 'State', value: figures ? fleetStateLabels[figures.state] : notKnown },
    { label: contactLabels.lastContact, value: ago(contact.lastContactAt, 'Never') },
    { label: 'In contact since', value: ago(contact.since, 'Never') },
    {
      label: contactLabels.software,
      value: figures?.software || software[0]?.software || notReported,
    },
    { label: 'Failed glasses', value: figures ? failureText(figures) : notKnown },
    { label: 'Refused sales, not settled', value: figures ? figures.refused : notKnown },
    { label: 'Expected an hour', value: figures ? formatMoney(figures.expectedPerHour) : notKnown },
    { label: 'At risk an hour', value: figures ? formatMoney(figures.atRiskPerHour) : notKnown },
    { label: contactLabels.reader, value: readerTexts[contact.heartbeat?.reader ?? 'unknown'] },
    { label: contactLabels.queued, value: queuedText(contact.heartbeat?.queuedSales ?? null) },
    { label: 'Started', value: ago(contact.heartbeat?.startedAt, notReported) },
    { label: 'Kind', value: unitKind(page.category) },
    { label: 'Added', value: ago(page.createdAt, '') },
  ];
  return (
    <Card
      title="Now"
      actions={<Link href={paths.audit({ search: `unit ${page.unitNumber}` })}>Activity log</Link>}
    >
      <Facts facts={facts} />
      {figures && (
        <p className="dim text-13 mt-12">
          Figures made {agoText(Date.parse(figures.figuresAt), nowMs)}.
        </p>
      )}
    </Card>
  );
}
