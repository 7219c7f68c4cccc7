import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { priceChangeMessages } from '../../../rules/prices/price-change.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import {
  type ListedPriceChange,
  priceChangesQuery,
  undoPriceChange,
  type UndonePriceChange,
} from '../../api/prices.ts';
import { attempt } from '../../components/attempt.ts';
import { Loaded } from '../../components/load-error.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { loadState } from '../../ui/load-state.tsx';
import { Card } from '../../ui/page.tsx';
import { notify } from '../../ui/toasts.tsx';
import styles from './prices-screen.module.css';

export const drinksText = (count: number): string => (count === 1 ? '1 drink' : `${count} drinks`);

/** Takes a change of prices back, where its prices still hold. */
export async function undo(venueId: string, id: string): Promise<void> {
  await attempt('prices', async () => {
    const outcome = await undoPriceChange(venueId, id);
    notify(undoneText(outcome), outcome.kept.length > 0 ? 'info' : 'success', 'prices undone');
  });
}

/** "39 prices were set back. Changed since: Negroni on unit 1001". */
function undoneText({ undone, kept }: UndonePriceChange): string {
  const done = `${undone === 1 ? '1 price was' : `${undone} prices were`} set back`;
  if (kept.length === 0) return done;
  const names = kept
    .slice(0, 3)
    .map(
      ({ name, unitNumber, unitName }) => `${name} on ${unitTitle({ unitNumber, name: unitName })}`,
    );
  const more = kept.length > names.length ? [`${kept.length - names.length} more`] : [];
  return `${done}. Changed since: ${[...names, ...more].join(', ')}`;
}

/** Changes of the last 30 days, each with a button that takes it back. */
export function RecentChanges({ venueId }: { readonly venueId: string }) {
  const state = loadState(useQuery(priceChangesQuery(venueId)), { what: 'changes of prices' });
  const [undoing, setUndoing] = useState<string | null>(null);
  const { timezone } = guessedTimezone();
  const press = async ({ id }: ListedPriceChange) => {
    setUndoing(id);
    await undo(venueId, id);
    setUndoing(null);
  };
  return (
    <Card title="Last 30 days">
      <Loaded of={state} empty={<p className="dim">{priceChangeMessages.none}</p>}>
        {(changes) => (
          <ul className={styles['changes']}>
            {changes.map((change) => (
              <li key={change.id} className={styles['change']}>
                <span>
                  <span className={styles['what']}>
                    {change.name ?? drinksText(change.drinks)}: {change.change}
                  </span>
                  <span className={styles['hint']}>
                    {formatInZone(Date.parse(change.at), timezone)} · {change.person}
                  </span>
                </span>
                {change.undoneAt === null ? (
                  <Button
                    variant="default"
                    size="compact-sm"
                    loading={undoing === change.id}
                    aria-label={`Undo ${change.name ?? drinksText(change.drinks)}: ${change.change}`}
                    onClick={() => void press(change)}
                  >
                    Undo
                  </Button>
                ) : (
                  <span className={styles['hint']}>Undone</span>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}
