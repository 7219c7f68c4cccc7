/** What prices would be, and what they would have earned. */
import { type ReactNode, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { shortDayName } from '../../../lib/day-name.ts';
import { formatMoney } from '../../../lib/money.ts';
import { rehearsalMessages, rehearsedDays } from '../../../rules/prices/rehearsal.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import {
  type ChangedDrink,
  type PriceChangeDraft,
  type PricedDrink,
  previewQuery,
  type Rehearsal,
  type RehearsalOptions,
  type RehearsalQuery,
  rehearsalQuery,
} from '../../api/prices.ts';
import { Loaded } from '../../components/load-error.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { SelectField } from '../../ui/fields.tsx';
import { loadState } from '../../ui/load-state.tsx';
import styles from './prices-screen.module.css';

const mostShown = 100;

const demands = [
  { value: '0', label: 'Everybody still buys' },
  { value: '-0.5', label: 'Few buy less' },
  { value: '-1', label: 'Some buy less' },
  { value: '-2', label: 'Many buy less' },
];

interface RehearsalPartProps {
  /** @param more the demand that is assumed, and the time zone of a venue without a clock */
  readonly queryFor: (more: RehearsalOptions) => RehearsalQuery;
}

/** What the change would have brought in the last four weeks. */
export function RehearsalPart({ queryFor }: RehearsalPartProps) {
  const [elasticity, setElasticity] = useState('0');
  const { timezone } = guessedTimezone();
  const rehearsal = useQuery({
    ...queryFor({ elasticity: Number(elasticity), timezone }),
    placeholderData: keepPreviousData,
  });
  const past = rehearsal.data?.pastChange;
  const measured = past && {
    value: String(past.elasticity),
    label: rehearsalMessages.asAfter(shortDayName(past.on)),
  };
  return (
    <div className={styles['rehearsal']}>
      <SelectField
        label="In the last four weeks, if"
        data={
          measured
            ? [...demands.filter(({ value }) => value !== measured.value), measured]
            : demands
        }
        value={elasticity}
        onChange={({ currentTarget }) => setElasticity(currentTarget.value)}
      />
      <Loaded of={loadState(rehearsal, { what: 'sales of the last four weeks' })}>
        {(found) => <p aria-live="polite">{rehearsalText(found)}</p>}
      </Loaded>
    </div>
  );
}

/** "+$318.20 (+4.1%). That is +$11 a night, +$80 a week and +$4,148 a year. 8% of the glasses may stay away …" */
function rehearsalText({
  isEnough,
  before,
  change,
  breakEven,
  isOfMargin,
  added,
}: Rehearsal): string {
  if (!isEnough) return rehearsalMessages.tooFew;
  const sign = change < 0 ? '−' : '+';
  const over = (nights: number): string => {
    const dollars = Math.round((Math.abs(change) * nights) / rehearsedDays);
    return `${sign}$${dollars.toLocaleString('en-US')}`;
  };
  const share = ((100 * Math.abs(change)) / before).toFixed(1);
  const percent = (breakEven * 100).toFixed(breakEven < 0.1 ? 1 : 0);
  return [
    `${sign}${formatMoney(Math.abs(change))} (${sign}${share}%).`,
    rehearsalMessages.perNight(over(1), over(7), over(365)),
    ...(breakEven > 0
      ? [
          `${percent}% of the glasses may stay away for the same ${isOfMargin ? 'margin' : 'sales'}.`,
        ]
      : []),
    ...(added.length > 0 ? [rehearsalMessages.isNew(added)] : []),
  ].join(' ');
}

interface PreviewPlaceProps<Draft> {
  /** Null while something is missing. */
  readonly draft: Draft | null;
  /** Shown until nothing is missing. */
  readonly hint: string;
  readonly children: (draft: Draft) => ReactNode;
}

/**
 * Shows the preview of a draft. While something is missing that of the last draft stays, hidden, so that no field moves.
 */
export function PreviewPlace<Draft>({ draft, hint, children }: PreviewPlaceProps<Draft>) {
  const [last, setLast] = useState(draft);
  if (draft !== null && draft !== last) setLast(draft);
  return (
    <div className={styles['place']}>
      {draft === null && <p className={styles['hint']}>{hint}</p>}
      {last !== null && (
        <div className={styles['shown']} data-hidden={draft === null || undefined}>
          {children(last)}
        </div>
      )}
    </div>
  );
}

export function PricePreview({ rows }: { readonly rows: readonly ChangedDrink[] }) {
  return (
    <>
      {/* Reached by the keyboard, which scrolls it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={styles['preview']} aria-label="Preview" tabIndex={0}>
        {rows.slice(0, mostShown).map((row) => (
          <li key={row.id} className={styles['row']}>
            <span className={styles['named']}>
              <bdi>{row.name}</bdi>
              <span className={styles['hint']}>
                {unitTitle({ unitNumber: row.unitNumber, name: row.unitName })}
              </span>
            </span>
            <span className={styles['amounts']}>
              {formatMoney(row.was)} → {formatMoney(row.is)}
              {row.doubleWas !== undefined && row.doubleIs !== undefined && (
                <span className={styles['hint']}>
                  Double {formatMoney(row.doubleWas)} → {formatMoney(row.doubleIs)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {rows.length > mostShown && (
        <p className={styles['hint']}>And {rows.length - mostShown} more.</p>
      )}
    </>
  );
}

interface ChangePreviewProps {
  readonly venueId: string;
  readonly drinks: readonly PricedDrink[];
  /** The rule for those without a price of their own. */
  readonly change?: PriceChangeDraft;
}

/** Prices before and after a change, and what it would have brought. */
export function ChangePreview({ venueId, drinks, change }: ChangePreviewProps) {
  const preview = useQuery({
    ...previewQuery(venueId, drinks, change),
    placeholderData: keepPreviousData,
  });
  const rehearsed = drinks.map(({ id, price }) => (price === undefined ? { id } : { id, price }));
  return (
    <>
      <Loaded of={loadState(preview, { what: 'preview' })}>
        {({ drinks: rows }) => <PricePreview rows={rows} />}
      </Loaded>
      <RehearsalPart queryFor={(more) => rehearsalQuery(venueId, rehearsed, change, more)} />
    </>
  );
}
