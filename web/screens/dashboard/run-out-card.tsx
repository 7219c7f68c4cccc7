/** What runs out tonight, the first at the top. */
import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '../../../lib/money.ts';
import { forecastMessages } from '../../../rules/forecast/forecast-messages.ts';
import { msOf, runOutText } from '../../../rules/forecast/run-out-text.ts';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import { unitInText } from '../../../rules/units/unit-names.ts';
import { errorMessage } from '../../api/api-error.ts';
import { type StockForecast, stockForecastQuery } from '../../api/stock-forecast.ts';
import { LoadError } from '../../components/load-error.tsx';
import { StockOff } from '../../components/stock-off.tsx';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card, SkeletonLine } from '../../ui/page.tsx';
import { LinkButton } from '../../ui/link.tsx';
import styles from './run-out-card.module.css';

const shown = 5;
/** As on the refill list. */
const leastOdds = 0.05;

type Unit = StockForecast['units'][number];
type Row = Unit['ingredients'][number] & { readonly unit: Unit };

interface RunOutCardProps {
  readonly venueId: string;
  /** IANA name, for a venue without a clock. */
  readonly timezone: string;
}

export function RunOutCard({ venueId, timezone }: RunOutCardProps) {
  const { data, error, refetch } = useQuery(stockForecastQuery(venueId, timezone));
  const rows = data ? rowsOf(data) : [];
  return (
    <Card
      flush
      title="Running out tonight"
      actions={
        <>
          {error && data && (
            <span role="alert" className={styles['problem']} title={errorMessage(error)}>
              Not refreshed
            </span>
          )}
          {may('stock.refill') && (
            <LinkButton size="compact-sm" variant="default" href={paths.refill({ venue: venueId })}>
              Refill list
            </LinkButton>
          )}
        </>
      }
    >
      {error && !data && (
        <div className={styles['line']}>
          <LoadError what="forecast" error={error} onRetry={refetch} />
        </div>
      )}
      {!data && !error && (
        <p className={styles['line']} aria-busy="true">
          <SkeletonLine width={28} />
        </p>
      )}
      {data && rows.length === 0 && (
        <p className={styles['line']} data-empty>
          {data.units.some(({ tracked }) => tracked) ? (
            noneText(data)
          ) : (
            <StockOff venueId={venueId} />
          )}
        </p>
      )}
      {data && rows.length > 0 && (
        <>
          <p className={styles['row']} data-head="true" aria-hidden="true">
            <span className={styles['axis']}>
              <span>Now</span>
              <span>{timeThereText(Date.parse(data.until), data.timezone)}</span>
            </span>
          </p>
          <ul>
            {rows.slice(0, shown).map((row) => (
              <RunOutRow key={`${row.unit.unitId} ${row.ingredientId}`} row={row} forecast={data} />
            ))}
          </ul>
        </>
      )}
      {rows.length > shown && (
        <p className={styles['line']}>{`${rows.length - shown} more on the refill list.`}</p>
      )}
    </Card>
  );
}

function RunOutRow({ row, forecast }: { readonly row: Row; readonly forecast: StockForecast }) {
  const { unit, name, left, atRisk, notes, basis } = row;
  const [startMs, endMs] = [Date.parse(forecast.asOf), Date.parse(forecast.until)];
  const times = {
    earliestMs: msOf(row.earliest),
    likelyMs: msOf(row.likely),
    latestMs: msOf(row.latest),
  };
  const shareOf = (ms: number): number => (100 * (ms - startMs)) / (endMs - startMs);
  const [from, to] = [times.earliestMs ?? endMs, times.latestMs ?? endMs].map(shareOf);
  const isOut = left === 0;
  return (
    <li className={styles['row']}>
      <span className="stack break-anywhere">
        <span>
          <b>{name}</b>
          <span className={styles['dim']}>
            {` in ${unitInText({ unitNumber: unit.unitNumber, name: unit.unitName })}`}
          </span>
        </span>
        <span className={styles['when']} data-out={isOut}>
          {runOutText(times, isOut, startMs, forecast.timezone)}
          {!isOut && (
            <span className={styles['dim']}>
              {`, ${left === 1 ? '1 serving' : `${left} servings`} left`}
              {basis && !basis.measured && ', by recipes'}
            </span>
          )}
        </span>
        {notes.map((note) => (
          <span key={note} className={styles['note']}>
            {note}
          </span>
        ))}
      </span>
      <span className={styles['bar']} aria-hidden="true">
        {isOut ? (
          <span className={styles['out']} />
        ) : (
          <>
            <span
              className={styles['span']}
              style={{
                insetInlineStart: `min(${from}%, 100% - 4px)`,
                width: `${(to ?? 100) - (from ?? 0)}%`,
              }}
            />
            {times.likelyMs !== null && (
              <span
                className={styles['likely']}
                style={{ insetInlineStart: `${shareOf(times.likelyMs)}%` }}
              />
            )}
          </>
        )}
      </span>
      <span className={styles['risk']}>
        {atRisk !== undefined && atRisk > 0 && `${formatMoney(atRisk)} at risk`}
      </span>
    </li>
  );
}

/** What is out is first, then what runs out earliest. */
const rowsOf = ({ units }: StockForecast): Row[] =>
  units
    .filter(({ tracked }) => tracked)
    .flatMap((unit) => unit.ingredients.map((one) => ({ ...one, unit })))
    .filter(({ odds }) => odds > leastOdds)
    .sort((a, b) => urgency(a) - urgency(b) || (b.atRisk ?? 0) - (a.atRisk ?? 0));

const urgency = ({ left, earliest }: Row): number =>
  left === 0 ? 0 : (msOf(earliest) ?? Number.MAX_SAFE_INTEGER);

function noneText({ units }: StockForecast): string {
  const tracked = units.filter((unit) => unit.tracked);
  if (tracked.every(({ ingredients }) => ingredients.every(({ basis }) => basis === null)))
    return forecastMessages.notEnough;
  return 'Nothing is expected to run out before close.';
}
