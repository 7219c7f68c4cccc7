import { Button } from '@mantine/core';
import { IconCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { dayName } from '../../../lib/day-name.ts';
import { todayIn } from '../../../lib/day-range.ts';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { shiftDay } from '../../../rules/nights/nights.ts';
import {
  certificateQuery,
  certificatesQuery,
  type CertifiedNight,
} from '../../api/certificates.ts';
import { VenueName } from '../../components/context-line.tsx';
import { Loaded } from '../../components/load-error.tsx';
import { useVenueTimezone } from '../../context/use-night-rules.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { useNow } from '../../ui/hooks.ts';
import { Link } from '../../ui/link.tsx';
import { loadState, rowsOf } from '../../ui/load-state.tsx';
import { Card, EmptyState, PageHeader, SkeletonLine } from '../../ui/page.tsx';
import { NightCertificate } from './night-certificate.tsx';
import styles from './certificates-screen.module.css';

const listedDays = 35;

/** The certificates of the last nights of a venue, or that of one night. */
export default function CertificatesScreen() {
  const { day, version } = useSearch({ from: '/reports/certificates' });
  return day === undefined ? <CertifiedNights /> : <OneNight day={day} version={version} />;
}

function CertifiedNights() {
  const { active, state: venues } = useVenues();
  const venueId = active?.id ?? '';
  const timezone = useVenueTimezone(active?.id);
  const to = todayIn(timezone, useNow());
  const days = { from: shiftDay(to, -listedDays), to };
  const result = useQuery({ ...certificatesQuery(venueId, days), enabled: active !== undefined });
  const state = loadState(result, {
    what: 'certificates',
    after: [venues],
    isEmpty: (nights) => nights.length === 0,
  });
  return (
    <>
      <PageHeader
        title="Certificates"
        breadcrumb={<Link href={paths.reports}>All reports</Link>}
        context={<VenueName />}
      />
      <Loaded of={state.state === 'failed' ? state : venues}>{() => null}</Loaded>
      {state.state !== 'failed' && (
        <Card flush>
          <DataTable
            label="Certificates"
            columns={columnsOf(venueId, timezone)}
            of={rowsOf(state, (nights) => nights.toReversed())}
            rowKey={(night) => night.day}
            empty={
              <EmptyState icon={IconCertificate}>
                No night is certified yet: that is an hour after a night of a venue with a clock has
                ended.
              </EmptyState>
            }
          />
        </Card>
      )}
    </>
  );
}

const columnsOf = (venue: string, timezone: string): DataColumn<CertifiedNight>[] => [
  {
    id: 'night',
    header: 'Night',
    chars: 12,
    cell: ({ day }) => <Link href={paths.certificates({ venue, day })}>{dayName(day)}</Link>,
  },
  {
    id: 'state',
    header: 'State',
    width: 150,
    chars: 12,
    cell: ({ state }) => (
      <span className={styles['state']} data-state={state}>
        {state === 'agrees' ? 'Agrees' : 'Being checked'}
      </span>
    ),
  },
  {
    id: 'madeAt',
    header: 'Certified',
    width: 230,
    from: 'medium',
    chars: 22,
    cell: ({ madeAt }) => formatInZone(Date.parse(madeAt), timezone),
  },
  {
    id: 'version',
    header: 'Version',
    width: 90,
    align: 'end',
    from: 'medium',
    chars: 3,
    cell: ({ version }) => version,
    folded: ({ version }) => (version === 1 ? null : `Version ${version}`),
  },
];

interface OneNightProps {
  readonly day: string;
  readonly version: string | undefined;
}

function OneNight({ day, version }: OneNightProps) {
  const { active, state: venues } = useVenues();
  const venueId = active?.id ?? '';
  const result = useQuery({
    ...certificateQuery(venueId, day, version),
    enabled: active !== undefined,
  });
  const title = /^\d{4}-\d{2}-\d{2}$/.test(day) ? `Certificate of ${dayName(day)}` : 'Certificate';
  return (
    <div className={styles['sheet']}>
      <PageHeader
        title={title}
        breadcrumb={<Link href={paths.certificates({ venue: venueId })}>All certificates</Link>}
        context={<VenueName />}
        actions={
          <Button
            variant="default"
            className={styles['button'] ?? ''}
            disabled={!result.data}
            onClick={() => window.print()}
          >
            Print
          </Button>
        }
      />
      <Loaded
        of={loadState(result, { what: 'certificate', after: [venues] })}
        pending={
          <Card>
            <SkeletonLine width={30} />
          </Card>
        }
      >
        {(certificate) => <NightCertificate venueId={venueId} certificate={certificate} />}
      </Loaded>
    </div>
  );
}
