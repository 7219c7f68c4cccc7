import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { counted } from '../../../lib/counted.ts';
import {
  type TicketFilter,
  ticketFilters,
  ticketStateLabels,
} from '../../../rules/fleet/tickets.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import { type ListedTicket, ticketsQuery } from '../../api/tickets.ts';
import { agoText } from '../../components/date-text.ts';
import { ListCard } from '../../components/list-card.tsx';
import { useListPage } from '../../components/list-page.ts';
import { type FleetSearch, paths } from '../../paths.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { useNow } from '../../ui/hooks.ts';
import { Link } from '../../ui/link.tsx';
import { rowsOf } from '../../ui/load-state.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { CursorPager } from '../../ui/pager.tsx';
import styles from './fleet-screen.module.css';

const all = 'all';
const labels: Readonly<Record<TicketFilter, string>> = {
  active: 'Not closed',
  ...ticketStateLabels,
};

interface TicketsProps {
  readonly search: FleetSearch;
}

/** Tickets on the units of all owners, newest first. */
export default function Tickets({ search }: TicketsProps) {
  const navigate = useNavigate();
  const nowMs = useNow();
  const { assignee, before } = search;
  const state =
    search.state === all
      ? all
      : (ticketFilters.find((filter) => filter === search.state) ?? 'active');
  const list = useListPage(
    ticketsQuery({
      ...(state !== all && { state }),
      ...(assignee && { assignee }),
      ...(before && { before }),
    }),
    'tickets',
  );
  const { data } = list;
  const open = (more: FleetSearch, replace = true) =>
    void navigate({
      to: '.',
      href: paths.fleet({ tab: 'tickets', state: search.state, assignee, ...more }),
      replace,
    });
  const columns = useMemo(() => ticketColumns(nowMs), [nowMs]);
  const isNarrowed = state !== all || Boolean(assignee);
  return (
    <ListCard
      head={
        <div className={styles['filters']}>
          <SelectField
            label="State"
            value={state}
            data={[
              ...ticketFilters.map((value) => ({ value, label: labels[value] })),
              { value: all, label: 'Any' },
            ]}
            onChange={({ currentTarget: { value } }) =>
              open({ state: value === 'active' ? undefined : value })
            }
          />
          <SelectField
            label="Assignee"
            value={assignee ?? ''}
            data={[
              { value: '', label: 'Anybody' },
              { value: 'none', label: 'Nobody' },
              ...(data?.assignees ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            onChange={({ currentTarget: { value } }) => open({ assignee: value || undefined })}
          />
        </div>
      }
      label="Tickets"
      columns={columns}
      of={rowsOf(list.state, ({ tickets }) => tickets)}
      rowKey={({ id }) => id}
      twoLines
      empty={
        <EmptyState
          action={
            isNarrowed && (
              <Button variant="default" onClick={() => open({ state: all, assignee: undefined })}>
                Show all tickets
              </Button>
            )
          }
        >
          {isNarrowed
            ? 'No ticket matches these filters.'
            : 'There are no tickets yet. Open one in the row of a unit.'}
        </EmptyState>
      }
      foot={
        data && (
          <CursorPager
            of="tickets"
            isFirst={before === undefined}
            isLast={data.next === null}
            onFirst={() => open({}, false)}
            onOlder={() => open({ before: data.next ?? undefined }, false)}
          />
        )
      }
    />
  );
}

const ticketColumns = (nowMs: number): readonly DataColumn<ListedTicket>[] => [
  {
    id: 'ticket',
    header: 'Ticket',
    chars: 20,
    cell: ({ id, subject, openedAt, openedBy, notes, unit }) => (
      <>
        <span className={styles['name']}>
          <Link href={paths.fleetUnit(unit.number, id)}>
            <bdi>{subject}</bdi>
          </Link>
        </span>
        <span className={styles['place']}>
          {agoText(Date.parse(openedAt), nowMs)} by <bdi>{openedBy}</bdi>, {counted(notes, 'note')}
        </span>
      </>
    ),
  },
  {
    id: 'unit',
    header: 'Unit',
    chars: 16,
    from: 'medium',
    cell: ({ unit, venue, owner }) => (
      <>
        <span className={styles['name']}>
          <bdi>{unitTitle({ unitNumber: unit.number, name: unit.name })}</bdi>
        </span>
        <span className={styles['place']}>
          <bdi>{venue.name}</bdi>, <bdi>{owner.name}</bdi>
        </span>
      </>
    ),
    folded: ({ unit, venue }) => (
      <bdi>{`${unitTitle({ unitNumber: unit.number, name: unit.name })}, ${venue.name}`}</bdi>
    ),
  },
  {
    id: 'assignee',
    header: 'Assignee',
    width: 170,
    chars: 12,
    from: 'medium',
    cell: ({ assignee }) => <bdi>{assignee?.name ?? 'Nobody'}</bdi>,
    folded: ({ assignee }) => <bdi>{assignee?.name ?? 'Nobody'}</bdi>,
  },
  {
    id: 'changed',
    header: 'Changed',
    width: 120,
    chars: 10,
    from: 'wide',
    cell: ({ changedAt }) => agoText(Date.parse(changedAt), nowMs),
    folded: ({ changedAt }) => `changed ${agoText(Date.parse(changedAt), nowMs)}`,
  },
  {
    id: 'state',
    header: 'State',
    width: 96,
    chars: 7,
    cell: ({ state }) => ticketStateLabels[state],
  },
];
