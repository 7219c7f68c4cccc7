import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { groupMovements, levelChangeText } from '../../../rules/stock/movement-text.ts';
import { unitIngredientsQuery } from '../../api/unit-ingredients.ts';
import { type Movement, movementsQuery } from '../../api/stock-movements.ts';
import { LoadError } from '../../components/load-error.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { TimedRow } from '../../components/timed-rows.tsx';
import { useHashTarget } from '../../components/use-hash-target.ts';
import { drawnPositions } from '../../components/unit-drawing/geometry.ts';
import { paths } from '../../paths.ts';
import { Card, SkeletonLine } from '../../ui/page.tsx';
import { CursorPager } from '../../ui/pager.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './unit-screen.module.css';

interface MovementLineProps {
  /** Of one refill. */
  readonly group: readonly Movement[];
  readonly timezone: string;
  /** The movements of an ingredient alone. */
  readonly hrefOf: (movement: Movement) => string;
}

/** `Position 3: 23.3 → 33.3 oz` */
const changeText = ({ position, levelBefore, levelAfter }: Movement): string =>
  `Position ${position}: ${levelChangeText(levelBefore, levelAfter)}`;

function MovementLine({ group, timezone, hrefOf }: MovementLineProps) {
  const [first] = group;
  if (!first) return null;
  const { at, text, ingredient, by } = first;
  const byWhom = by === null ? '' : `, by ${by}`;
  return (
    <TimedRow at={at} timezone={timezone}>
      {group.length === 1 ? (
        <span>
          <Link href={hrefOf(first)} className="medium">
            {ingredient}
          </Link>{' '}
          {text}
          <span className="block dim text-13">{`${changeText(first)}${byWhom}`}</span>
        </span>
      ) : (
        <details className={styles['group']}>
          <summary>{`${text}, ${group.length} positions${byWhom}`}</summary>
          <ul aria-label={text}>
            {group.map((movement) => (
              <li key={movement.id}>
                <Link href={hrefOf(movement)}>{movement.ingredient}</Link>
                <span className="dim text-13">{changeText(movement)}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </TimedRow>
  );
}

/** The movements that the address asks for. */
function useMovements(number: string) {
  const { ingredient, before } = useSearch({ from: '/units/$number' });
  const { timezone } = guessedTimezone();
  return useQuery({
    ...movementsQuery(number, { ingredientId: ingredient, before, timezone }),
    retry: false,
  });
}

interface LoadedNowProps {
  readonly venueId: string;
  readonly number: string;
}

/** What is in each position of a unit, and how full it is. */
function LoadedNow({ venueId, number }: LoadedNowProps) {
  const { data, error, refetch } = useQuery(unitIngredientsQuery(venueId, Number(number)));
  const positions =
    data &&
    drawnPositions(data).toSorted((one, other) => Number(one.position) - Number(other.position));
  return (
    <Card
      title="Loaded now"
      flush
      actions={<Link href={paths.unitMenu(venueId, Number(number))}>Open in Your Menu</Link>}
    >
      {error && !data && (
        <div className={styles['none']}>
          <LoadError what="ingredients" error={error} onRetry={refetch} />
        </div>
      )}
      {!data && !error && (
        <p className={styles['none']}>
          <SkeletonLine width={30} />
        </p>
      )}
      {positions?.length === 0 && (
        <p className={styles['none']} data-empty>
          Nothing is loaded in this unit.
        </p>
      )}
      <ul className={styles['positions']} aria-label="Positions">
        {positions?.map(({ position, name, percent, state }) => (
          <li key={position}>
            <span className="dim tabular">{position}</span>
            <span className="grow shrink">{name}</span>
            <span className={styles['level']} data-state={state}>
              {state === 'out' ? 'Empty' : `${percent}%${state === 'low' ? ' low' : ''}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** What is loaded in a unit, and what changed that besides sales. */
export default function UnitLoaded({ venueId, number }: LoadedNowProps) {
  const movements = useMovements(number);
  const loaded = useQuery(unitIngredientsQuery(venueId, Number(number)));
  const target = useHashTarget('stock', !movements.isPending && !loaded.isPending);
  return (
    <div key={`${loaded.isPending} ${movements.isPending}`} className="stack gap-18">
      <LoadedNow venueId={venueId} number={number} />
      <UnitMovements number={number} shown={movements} target={target} />
    </div>
  );
}

interface UnitMovementsProps {
  readonly number: string;
  readonly shown: ReturnType<typeof useMovements>;
  readonly target: ReturnType<typeof useHashTarget>;
}

/** What changed the levels of a unit, besides sales: newest first, of all ingredients or one. */
function UnitMovements({ number, shown, target }: UnitMovementsProps) {
  const { venue, ingredient, before } = useSearch({ from: '/units/$number' });
  const navigate = useNavigate();
  const { data, error, isPending, refetch } = shown;
  const at = (search: { ingredient?: string | undefined; before?: string | undefined }) =>
    paths.movements(Number(number), { venue, ...search });
  const open = (place?: string) =>
    void navigate({ to: '.', href: at({ ingredient, before: place }) });
  const timezone = data?.timezone ?? guessedTimezone().timezone;
  const movements = data?.movements ?? [];
  const name = movements[0]?.ingredient;
  return (
    <Card title="Stock movements" flush {...target}>
      {ingredient !== undefined && (
        <p className={styles['none']}>
          {name === undefined ? 'Of one ingredient. ' : `Of ${name} only. `}
          <Link href={at({})}>Show all ingredients</Link>
        </p>
      )}
      {error && !data && (
        <div className={styles['none']}>
          <LoadError what="stock movements" error={error} onRetry={refetch} />
        </div>
      )}
      {isPending && (
        <p className={styles['none']}>
          <SkeletonLine width={30} />
        </p>
      )}
      {data && movements.length === 0 && (
        <p className={styles['none']} data-empty>
          Nothing was loaded, refilled or removed yet.
        </p>
      )}
      <ol aria-label="Stock movements">
        {groupMovements(movements).map((group) => (
          <MovementLine
            key={group[0]?.id}
            group={group}
            timezone={timezone}
            hrefOf={({ ingredientId }) => at({ ingredient: ingredientId })}
          />
        ))}
      </ol>
      {data && (before !== undefined || !data.isLast) && (
        <div className={styles['pager']}>
          <CursorPager
            of="movements"
            isFirst={before === undefined}
            isLast={data.isLast}
            onFirst={() => open()}
            onOlder={() => open(movements.at(-1)?.id)}
          />
        </div>
      )}
    </Card>
  );
}
