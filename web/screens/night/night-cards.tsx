/** Cards of the live night: cases, what runs out, units, and the last sales. */
import type { ReactNode } from 'react';
import { formatMoney } from '../../../lib/money.ts';
import { msOf, runOutText } from '../../../rules/forecast/run-out-text.ts';
import { timeThereText } from '../../../rules/nights/night-text.ts';
import { unitInText, unitTitle } from '../../../rules/units/unit-names.ts';
import type { LiveNight } from '../../api/live-state.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import { Card } from '../../ui/card.tsx';
import { Link, LinkButton } from '../../ui/link.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import styles from './night-cards.module.css';
import { drinksText, marksText } from './night-text.ts';

interface CardProps {
  /** Null while loading. */
  readonly night: LiveNight | null;
  readonly venueId: string;
}

const shownCases = 3;
const shownRunOuts = 4;

const Quiet = ({ children }: { readonly children: ReactNode }) => (
  <p className={styles['quiet']}>{children}</p>
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
    <ul className={styles['rows']}>
      {night.cases.latest.slice(0, most).map((one) => (
        <li key={one.id} className={styles['row']}>
          <span className={styles['words']}>
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

/** Alerts that wait, the most urgent first; nothing without any. */
export function AlertsCard({ night, venueId }: CardProps) {
  if (!night || night.alerts.waiting.all === 0) return null;
  const { latest, waiting } = night.alerts;
  return (
    <Card
      title={waiting.all === 1 ? '1 alert' : `${waiting.all} alerts`}
      flush
      actions={
        <LinkButton variant="default" size="xs" href={paths.alerts({ venue: venueId })}>
          Open alerts
        </LinkButton>
      }
    >
      <ul className={styles['rows']}>
        {latest.map(({ id, text, unitNumber, severity }) => (
          <li key={id} className={styles['row']}>
            <span className={styles['words']}>
              {text}
              <span className={styles['dim']} data-out={severity === 'urgent'}>
                {[severity, ...(unitNumber === null ? [] : [`unit ${unitNumber}`])].join(', ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Ingredients that run out before close, the first to run out first. */
export function RunOutList({ night, most }: ListProps) {
  return (
    <ul className={styles['rows']}>
      {night.runout.slice(0, most).map((row) => {
        const { unitNumber, unitName, ingredientId, name, left, earliest, likely } = row;
        const times = { earliestMs: msOf(earliest), likelyMs: msOf(likely) };
        const asOfMs = Date.parse(night.figures.asOf);
        return (
          <li key={`${unitNumber} ${ingredientId}`} className={styles['row']}>
            <span className={styles['words']}>
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

export function CasesCard({ night, venueId }: CardProps) {
  const open = night?.cases.open ?? 0;
  return (
    <Card
      flush
      title="Failed pours"
      actions={
        <LinkButton size="compact-sm" variant="default" href={paths.failures({ venue: venueId })}>
          {open === 0 ? 'Settled' : `${open.toLocaleString('en-US')} open`}
        </LinkButton>
      }
    >
      <div className={styles['cases']}>
        {!night && <Loading />}
        {night && open === 0 && <Quiet>No drink is owed.</Quiet>}
        {night && open > 0 && <CaseList night={night} most={shownCases} />}
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
      {night && <UnitList night={night} venueId={may('units.service') ? venueId : null} />}
    </Card>
  );
}

export function SalesCard({ night, withMoney }: CardProps & { readonly withMoney: boolean }) {
  return (
    <Card flush title="Last sales">
      <div className={styles['sales']}>
        {!night && <Loading />}
        {night && night.sales.length === 0 && <Quiet>Nothing is sold tonight yet.</Quiet>}
        {night && night.sales.length > 0 && (
          <ol className={styles['rows']}>
            {night.sales.map((sale) => {
              const marks = marksText(sale);
              return (
                <li key={sale.id} className={styles['row']} data-sale={sale.id}>
                  <time className={styles['time']} dateTime={sale.soldAt}>
                    {timeThereText(Date.parse(sale.soldAt), night.night.timezone)}
                  </time>
                  <span className={styles['words']}>
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
