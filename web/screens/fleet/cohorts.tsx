import { useNavigate } from '@tanstack/react-router';
import { decimalPercent } from '../../../lib/decimal-percent.ts';
import { type CohortKind, cohortKinds } from '../../../rules/fleet/cohorts.ts';
import { unitKind } from '../../../rules/units/unit-names.ts';
import { type Cohort, cohortsQuery } from '../../api/fleet.ts';
import { notReported } from '../../components/contact-text.ts';
import { ListCard } from '../../components/list-card.tsx';
import { useListPage } from '../../components/list-page.ts';
import { paths } from '../../paths.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { Link } from '../../ui/link.tsx';
import { rowsOf } from '../../ui/load-state.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { SegmentedChoice } from '../../ui/segmented-choice.tsx';
import styles from './fleet-screen.module.css';

const kinds: Readonly<Record<CohortKind, string>> = {
  software: 'Software',
  category: 'Category',
  age: 'Age',
};

/** How often groups of units fail; those that fail more often than the others are marked. */
export default function Cohorts({ by: text }: { readonly by: string | undefined }) {
  const navigate = useNavigate();
  const by = cohortKinds.find((kind) => kind === text) ?? 'software';
  const list = useListPage(cohortsQuery(by), 'cohorts');
  return (
    <ListCard
      head={
        <div className={styles['head']}>
          <SegmentedChoice
            label="Cohorts by"
            options={kinds}
            value={by}
            onChange={(next) =>
              void navigate({
                to: '.',
                href: paths.fleet({ tab: 'cohorts', by: next }),
                replace: true,
              })
            }
          />
          <span className="dim text-13">
            Glasses of the last 24 hours, with the present software. Below each rate is its 95%
            interval.
          </span>
        </div>
      }
      label="Cohorts"
      columns={columnsBy(by)}
      of={rowsOf(list.state, ({ cohorts }) => cohorts)}
      rowKey={({ name }) => name}
      skeletonRows={4}
      twoLines
      empty={<EmptyState>No figures have been made yet.</EmptyState>}
    />
  );
}

function CohortName({ by, name }: { readonly by: CohortKind; readonly name: string }) {
  if (by === 'category') return unitKind(name);
  if (by === 'age') return name;
  if (name === '') return notReported;
  return (
    <Link href={paths.fleet({ software: name })}>
      <bdi>{name}</bdi>
    </Link>
  );
}

const columnsBy = (by: CohortKind): readonly DataColumn<Cohort>[] => [
  {
    id: 'name',
    header: kinds[by],
    chars: 14,
    cell: ({ name, marked }) => (
      <>
        <span className={styles['name']}>
          <CohortName by={by} name={name} />
        </span>
        <span className={styles['place']} data-bad={marked || undefined}>
          {marked ? 'Fails more often than the others' : 'As the others'}
        </span>
      </>
    ),
  },
  {
    id: 'units',
    header: 'Units',
    width: 80,
    align: 'end',
    chars: 4,
    cell: ({ units }) => units.toLocaleString('en-US'),
  },
  {
    id: 'rate',
    header: 'Failed glasses',
    width: 120,
    align: 'end',
    chars: 10,
    cell: ({ rate, low, high }) =>
      rate === null ? (
        'No glasses'
      ) : (
        <>
          {decimalPercent(rate)}
          <span className={styles['place']}>
            {decimalPercent(low)} to {decimalPercent(high)}
          </span>
        </>
      ),
  },
  {
    id: 'others',
    header: 'Others',
    width: 90,
    align: 'end',
    chars: 5,
    from: 'medium',
    cell: ({ others }) => (others === null ? '–' : decimalPercent(others)),
    folded: ({ others }) => (others === null ? null : `others ${decimalPercent(others)}`),
  },
];
