/** Cards of the live night: issues, what runs out, units, and the last sales. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { weekdayOf } from '../../../lib/day-name.ts';
import { formatCents, formatMoney, toCents } from '../../../lib/money.ts';
import { changeText, otherText } from '../../../rules/compare/compare-text.ts';
import { msOf, runOutText } from '../../../rules/forecast/run-out-text.ts';
import { dayThereText, timeThereText, weekdayTimeText } from '../../../rules/nights/night-text.ts';
import { unitInText, unitTitle } from '../../../rules/units/unit-names.ts';
import { issuesQuery } from '../../api/issues.ts';
import type { LiveNight, LiveSale, LiveView } from '../../api/live-connection.ts';
import { CompactIssues, IssuesLink, NoIssues } from '../../components/issues/issue-row.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card, SkeletonLine } from '../../ui/page.tsx';
import { Link, LinkButton } from '../../ui/link.tsx';
import styles from './night-cards.module.css';

interface CardProps {
  /** Null while loading. */
  readonly night: LiveNight | null;
  readonly venueId: string;
}

const mostIssues = 4;
const shownRunOuts = 4;

const Quiet = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles['quiet']} data-empty>
    {children}
  </p>
);

const Loading = () => (
  <p className={styles['quiet']} aria-busy="true">
    <SkeletonLine width={24} />
  </p>
);

interface ListProps {
  readonly night: LiveNight;
  /** Rows at most. */
  readonly most: number;
}

/** Drinks that were not poured, the latest first. */
export function CaseList({ night, most }: ListProps) {
  return (
    <ul>
      {night.cases.latest.slice(0, most).map((one) => (
        <li key={one.id} className={styles['row']}>
          <span className="stack grow shrink break-anywhere">
            {one.failedGlasses === 1 ? one.drink : `${one.failedGlasses} × ${one.drink}`}
            <span className={styles['dim']}>
              {`unit ${one.unitNumber}, ${timeThereText(Date.parse(one.soldAt), night.night.timezone)}`}
            </span>
          </span>
          {one.owed !== undefined && (
            <span className={styles['amount']}>{formatMoney(one.owed)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Ingredients that run out before close, the first to run out first. */
export function RunOutList({ night, most }: ListProps) {
  return (
    <ul>
      {night.runout.slice(0, most).map((row) => {
        const { unitNumber, unitName, ingredientId, name, left, earliest, likely } = row;
        const times = { earliestMs: msOf(earliest), likelyMs: msOf(likely) };
        const asOfMs = Date.parse(night.figures.asOf);
        return (
          <li key={`${unitNumber} ${ingredientId}`} className={styles['row']}>
            <span className="stack grow shrink break-anywhere">
              {name}
              <span className={styles['dim']} data-out={left === 0}>
                {`${runOutText(times, left === 0, asOfMs, night.night.timezone)}, ${unitInText({ unitNumber, name: unitName })}`}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface UnitListProps {
  readonly night: LiveNight;
  /** Of the links to the units; null for none. */
  readonly venueId: string | null;
}

/** Units as dots with words. */
export function UnitList({ night, venueId }: UnitListProps) {
  return (
    <ul className={styles['units']}>
      {night.units.map(({ unitId, unitNumber, unitName, state, text, troubled }) => {
        const title = unitTitle({ unitNumber, name: unitName });
        return (
          <li key={unitId} data-state={troubled ? 'troubled' : state}>
            <span aria-hidden="true" className={styles['dot']} />
            <span>
              {venueId !== null ? (
                <Link href={paths.unit(unitNumber, venueId)}>{title}</Link>
              ) : (
                title
              )}
              <span className={styles['dim']}>{text}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** Open issues, most urgent first, with the number that every screen shows. */
export function IssuesCard({
  venueId,
  timezone,
}: {
  readonly venueId: string;
  readonly timezone: string;
}) {
  const { data, error, refetch } = useQuery({ ...issuesQuery(venueId), enabled: venueId !== '' });
  const count = data?.counts.all ?? 0;
  return (
    <Card flush title="Issues" actions={<IssuesLink venueId={venueId} count={count} />}>
      <div className={styles['issues']}>
        {!data && !error && <Loading />}
        {error && !data && <LoadError what="issues" error={error} onRetry={refetch} />}
        {data && count === 0 && <NoIssues>Nothing needs you.</NoIssues>}
        <CompactIssues page={data} most={mostIssues} venueId={venueId} timezone={timezone} />
      </div>
    </Card>
  );
}

export function RunOutsCard({ night, venueId }: CardProps) {
  const rows = night?.runout ?? [];
  return (
    <Card
      flush
      title="Running out"
      actions={
        <LinkButton size="compact-sm" variant="default" href={paths.refill({ venue: venueId })}>
          Refill list
        </LinkButton>
      }
    >
      <div className={styles['run-outs']}>
        {!night && <Loading />}
        {night && rows.length === 0 && <Quiet>Nothing is expected to run out before close.</Quiet>}
        {night && rows.length > 0 && <RunOutList night={night} most={shownRunOuts} />}
      </div>
    </Card>
  );
}

export function UnitsCard({ night, venueId }: CardProps) {
  return (
    <Card title="Units">
      {!night && <SkeletonLine width={40} />}
      {night && <UnitList night={night} venueId={may('units.maintenance') ? venueId : null} />}
    </Card>
  );
}

export function SalesCard({ night, withMoney }: CardProps & { readonly withMoney: boolean }) {
  return (
    <Card flush title="Last sales">
      <div className={styles['sales']}>
        {!night && <Loading />}
        {night && night.sales.length === 0 && <Quiet>Nothing sold tonight yet.</Quiet>}
        {night && night.sales.length > 0 && (
          <ol>
            {night.sales.map((sale) => {
              const marks = marksText(sale);
              return (
                <li key={sale.id} className={styles['row']} data-sale={sale.id}>
                  <time className={styles['time']} dateTime={sale.soldAt}>
                    {timeThereText(Date.parse(sale.soldAt), night.night.timezone)}
                  </time>
                  <span className="stack grow shrink break-anywhere">
                    <span>
                      {drinksText(sale)}
                      {marks !== '' && <span className={styles['mark']}>{` ${marks}`}</span>}
                    </span>
                    <span className={styles['dim']}>{`unit ${sale.unitNumber}`}</span>
                  </span>
                  {withMoney && (
                    <span className={styles['amount']}>{formatMoney(sale.charged)}</span>
                  )}
                </li>
              );
            })}
          </ol>
        )}
      </div>
    </Card>
  );
}

// The live night in words.

/** `Live`, or since when nothing was received. */
export function statusText({ status, atMs }: LiveView, timezone: string): string {
  if (status === 'live') return 'Live';
  if (status === 'polling') return 'Updated every 15 seconds';
  if (atMs === 0) return status === 'lost' ? 'No contact' : 'Connecting…';
  return `No contact since ${timeThereText(atMs, timezone)}`;
}

/**
 * `$161 more than last Saturday by now (+15%)`; null where nothing is compared. Sales since the comparison count, so that
 * it agrees with the total beside it, unless units are left out of it.
 */
export function comparedText(night: LiveNight, withMoney: boolean): string | null {
  const { compare, figures } = night;
  if (compare === null || compare.change === null || compare.other === null) return null;
  if (compare.other.orders === 0) return noneToCompare(night);
  const { day } = night.night;
  const current = compare.leftOut.length === 0 ? figures : compare.current;
  const soFar = compare.soFar !== null;
  const other = otherText({ from: day, to: day, against: 'weekday', soFar });
  const amountOf = (of: Figures): number => (withMoney ? toCents(of.gross) : of.servings);
  const before = amountOf(compare.other);
  const by = amountOf(current) - before;
  const amount = withMoney ? formatCents(Math.abs(by)) : Math.abs(by).toLocaleString('en-US');
  const ratio = before === 0 ? null : by / before;
  return changeText({ amount, change: { by, ratio }, other, counted: !withMoney });
}

/** A weekday that sold in none of the last weeks is not compared; one that has not sold by now is. */
export function noneToCompare({ night, before, band }: LiveNight): string {
  const weekday = weekdayOf(night.day);
  const hasSold = band.length > 0 || before.length > 0;
  return hasSold ? `No sales last ${weekday} by now` : `No ${weekday} to compare with yet`;
}

type Figures = Pick<LiveNight['figures'], 'gross' | 'servings'>;

/** `$1,204.50`, or `142 drinks`. */
export const totalText = ({ figures }: LiveNight, withMoney: boolean): string => {
  if (withMoney) return formatMoney(figures.gross);
  return figures.servings === 1 ? '1 drink' : `${count(figures.servings)} drinks`;
};

/** `96 orders, $18.00 of it refunded`. */
export function ordersText({ figures }: LiveNight, withMoney: boolean): string {
  const orders = figures.orders === 1 ? '1 order' : `${count(figures.orders)} orders`;
  const hasRefunds = withMoney && figures.refunds > 0;
  return hasRefunds ? `${orders}, ${formatMoney(figures.refunds)} of it refunded` : orders;
}

const count = (drinks: number): string => drinks.toLocaleString('en-US');
const whole = (dollars: number): string => formatCents(Math.round(dollars) * 100);

/** `On pace for $4,210 ($3,800 to $4,650)`; the reason where too little is known. */
export function paceText({ pace }: LiveNight, withMoney: boolean): string {
  if (pace === null) return 'A forecast needs seven nights of sales, or three of the same weekday.';
  if (withMoney)
    return `On pace for ${whole(pace.likely)} (${whole(pace.low)} to ${whole(pace.high)})`;
  return `On pace for ${count(pace.likelyDrinks)} drinks (${count(pace.lowDrinks)} to ${count(pace.highDrinks)})`;
}

/** `2 × Negroni, Cuba Libre (double)`. */
export const drinksText = ({ drinks }: Pick<LiveSale, 'drinks'>): string =>
  drinks
    .map(({ name, quantity, isDouble }) => {
      const glass = isDouble ? `${name} (double)` : name;
      return quantity === 1 ? glass : `${quantity} × ${glass}`;
    })
    .join(', ');

/** `Not poured`, `1 of 2 not poured`, `refunded`; empty for a sale with nothing to note. */
export function marksText({ drinks }: Pick<LiveSale, 'drinks'>): string {
  const sum = (of: 'failedGlasses' | 'refundedGlasses' | 'quantity'): number =>
    drinks.reduce((all, drink) => all + drink[of], 0);
  const [failed, refunded, all] = [sum('failedGlasses'), sum('refundedGlasses'), sum('quantity')];
  const partly = (part: number, text: string): string[] =>
    part === 0 ? [] : [part === all ? text : `${part} of ${all} ${text}`];
  return [...partly(failed, 'not poured'), ...partly(refunded, 'refunded')].join(', ');
}

/** `12 sales since 9:41 PM, $1,204.50 tonight`. */
export function announcement(
  { figures }: LiveNight,
  { sales, since }: { sales: number; since: string },
  withMoney: boolean,
): string {
  const count = sales === 1 ? '1 sale' : `${sales.toLocaleString('en-US')} sales`;
  const total = withMoney
    ? `${formatMoney(figures.gross)} tonight`
    : `${figures.servings.toLocaleString('en-US')} drinks tonight`;
  return `${count} since ${since}, ${total}`;
}

/** `since 9:41 PM`; with the weekday where that was not today: `since Fri 9:41 PM`. */
export function sinceText(iso: string, timezone: string, nowMs: number): string {
  const ms = Date.parse(iso);
  const isToday = dayThereText(ms, timezone) === dayThereText(nowMs, timezone);
  return `since ${isToday ? timeThereText(ms, timezone) : weekdayTimeText(ms, timezone)}`;
}
