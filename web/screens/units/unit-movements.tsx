import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { dayName } from '../../../lib/day-name.ts';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { stripText } from '../../../rules/health/unit-strip.ts';
import { dayThereText, timeThereText } from '../../../rules/nights/night-text.ts';
import { levelChangeText } from '../../../rules/stock/movement-text.ts';
import { type Movement, movementsQuery } from '../../api/stock-movements.ts';
import type { UnitHistory } from '../../api/unit-health.ts';
import { LoadError } from '../../components/load-error.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import type { useHashTarget } from '../../components/use-hash-target.ts';
import { paths } from '../../paths.ts';
import { intervalsOf, Strip, StripAxis, StripLegend } from './health.tsx';
import { may } from '../../session/permissions.ts';
import { Card, SkeletonLine } from '../../ui/page.tsx';
import { CursorPager } from '../../ui/pager.tsx';
import { Link } from '../../ui/link.tsx';
import styles from './unit-screen.module.css';

/** `Position 3: 699.8 → 1,000 ml, by Ada Lovelace` */
function MovementLine({
  movement,
  timezone,
  href,
}: {
  readonly movement: Movement;
  /** The movements of its ingredient alone. */
  readonly href: string;
  readonly timezone: string;
}) {
  const { at, text, ingredient, position, levelBefore, levelAfter, by } = movement;
  const ms = Date.parse(at);
  return (
    <li className={styles['event']}>
      <time dateTime={at} title={formatInZone(ms, timezone)}>
        {dayThereText(ms, timezone)}, {timeThereText(ms, timezone)}
      </time>
      <span>
        <Link href={href} className="medium">
          {ingredient}
        </Link>{' '}
        {text}
        <span className="block dim text-13">
          Position {position}: {levelChangeText(levelBefore, levelAfter)}
          {by !== null && `, by ${by}`}
        </span>
      </span>
    </li>
  );
}

/** The movements that the address asks for. */
export function useMovements(number: string) {
  const { ingredient, before } = useSearch({ from: '/units/$number' });
  const { timezone } = guessedTimezone();
  return useQuery({
    ...movementsQuery(number, { ingredientId: ingredient, before, timezone }),
    enabled: may('stock.read'),
    retry: false,
  });
}

interface UnitMovementsProps {
  readonly number: string;
  readonly shown: ReturnType<typeof useMovements>;
  readonly target: ReturnType<typeof useHashTarget>;
}

/** What changed the levels of a unit, besides sales: newest first, of all ingredients or one. */
export function UnitMovements({ number, shown, target }: UnitMovementsProps) {
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
      <ol className="plain-list" aria-label="Stock movements">
        {movements.map((movement) => (
          <MovementLine
            key={movement.id}
            movement={movement}
            timezone={timezone}
            href={at({ ingredient: movement.ingredientId })}
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

interface UnitNightsProps {
  /** Undefined while loading. */
  readonly history: UnitHistory | undefined;
  readonly nowMs: number;
}

const skeletonNights = Array.from({ length: 14 }, (_, nth) => nth);

/** The last 14 nights of a unit by the hour, on one scale. */
export function UnitNights({ history, nowMs }: UnitNightsProps) {
  const offline = intervalsOf(history?.offline ?? []);
  const most = Math.max(1, ...(history?.nights.flatMap(({ orders }) => orders) ?? []));
  const first = history?.nights[0];
  return (
    <Card title="Last 14 nights">
      <div className={styles['axis']}>
        <span />
        <span className={styles['hours']}>
          {first && (
            <StripAxis
              startMs={Date.parse(first.from)}
              count={first.orders.length}
              timezone={history.timezone}
            />
          )}
        </span>
        <span />
      </div>
      <ol className={styles['nights']} aria-busy={history === undefined}>
        {history?.nights.map((night) => {
          const startMs = Date.parse(night.from);
          const day = dayName(night.day);
          return (
            <li key={night.day} className={styles['night']}>
              <span className="text-13 nowrap">{day}</span>
              <span className={styles['hours']}>
                <Strip
                  label={day}
                  activity={night}
                  offline={offline}
                  startMs={startMs}
                  nowMs={nowMs}
                  timezone={history.timezone}
                  most={most}
                />
              </span>
              <span className="dim text-13 text-end" aria-hidden="true">
                {night.closed ? 'closed' : stripText(night, [], { startMs, nowMs }).split(', ', 1)}
              </span>
            </li>
          );
        }) ??
          skeletonNights.map((nth) => (
            <li key={nth} className={styles['night']}>
              <SkeletonLine width={9} />
              <span />
              <span className="dim text-13 text-end">
                <SkeletonLine width={7} />
              </span>
            </li>
          ))}
      </ol>
      <StripLegend />
    </Card>
  );
}
