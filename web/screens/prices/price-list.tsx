import { Button } from '@mantine/core';
import { IconListDetails, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { todayIn } from '../../../lib/day-range.ts';
import { decimalPercent } from '../../../lib/decimal-percent.ts';
import { formatMoney } from '../../../lib/money.ts';
import { priceTableOf } from '../../../rules/prices/price-table.ts';
import { matcherOf } from '../../../rules/search/search-words.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import { type Drink, drinksQuery } from '../../api/drinks.ts';
import { flagsQuery } from '../../api/flags.ts';
import { marginsQuery } from '../../api/loss.ts';
import { ContextLine, VenueName } from '../../components/context-line.tsx';
import { ListCard } from '../../components/list-card.tsx';
import { LostFlags } from '../../components/load-error.tsx';
import { PriceCell } from '../../components/price-cell.tsx';
import { TableFileButton } from '../../components/table-file.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useActiveUnit, useVenues } from '../../context/use-venues.ts';
import { may } from '../../session/permissions.ts';
import { type DataColumn } from '../../ui/data-table.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { useNow } from '../../ui/hooks.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { loadState, rowsOf } from '../../ui/load-state.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';
import { PageBar } from '../../ui/pager.tsx';
import { notify } from '../../ui/toasts.tsx';
import { MenuTabs } from '../../components/menu-tabs.tsx';
import { drinksText, RecentChanges, undo } from './recent-changes.tsx';
import styles from './prices-screen.module.css';

const ChangePricesDialog = lazyDialog('Change prices', () => import('./change-prices-dialog.tsx'));

const SpreadsheetDialog = lazyDialog(
  'Prices from a spreadsheet',
  () => import('./spreadsheet-dialog.tsx'),
);

const pageSize = 50;
const noDrinks: readonly Drink[] = [];

/** All prices of a venue: drinks are chosen, and their prices are changed together. */
export function PriceList() {
  const venuesKnown = useVenues();
  const { active: venue } = venuesKnown;
  const venueId = venue?.id ?? '';
  const { units } = useActiveUnit(venue?.id, [venuesKnown.state]);
  const flags = useQuery(flagsQuery({ kind: 'venue', key: venueId }));
  const result = useQuery({ ...drinksQuery(venueId), enabled: venue !== undefined });
  const { data: drinks = noDrinks } = result;
  const state = loadState(result, { what: 'drinks', after: [venuesKnown.state] });
  // Before that, and after an error, a file would have no drinks.
  const isKnown = result.data !== undefined;
  const [text, setText] = useState('');
  const [unitId, setUnitId] = useState('');
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [opened, setOpened] = useState<'change' | 'spreadsheet' | null>(null);

  const matches = matcherOf(text);
  const found = drinks.filter(
    (drink) => matches(drink.name) && (unitId === '' || drink.unitId === unitId),
  );
  const pages = Math.max(1, Math.ceil(found.length / pageSize));
  const current = Math.min(page, pages);
  const shown = found.slice((current - 1) * pageSize, current * pageSize);
  const choose = (ids: readonly string[], isChosen: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    setChosen(next);
  };
  const selected = drinks.filter(({ _id }) => chosen.has(_id));
  const areAllChosen = found.length > 0 && found.every(({ _id }) => chosen.has(_id));
  const withDouble = flags.data?.['general--double-order'] ?? false;
  const onChanged = (id: string | null, count: number) => {
    setOpened(null);
    setChosen(new Set());
    offerUndo(venueId, id, count);
  };
  const columns = priceColumns({
    withDouble,
    costs: useCosts(venueId),
    isChosen: (id) => chosen.has(id),
    onChoose: (id, isChosen) => choose([id], isChosen),
  });
  return (
    <>
      <PageHeader
        title="Prices"
        context={
          <ContextLine long>
            <VenueName />
            {venue && (
              <span className={styles['hint']}>
                {' '}
                · Type over a price, or choose drinks to change theirs together
              </span>
            )}
          </ContextLine>
        }
        actions={
          <Button
            className={styles['change-button'] ?? ''}
            data-idle={selected.length === 0 || undefined}
            onClick={() => setOpened('change')}
          >
            Change prices of {selected.length}
          </Button>
        }
        tabs={<MenuTabs current="list" />}
      />
      <LostFlags venueId={venue?.id} />
      <div className={styles['parts']}>
        <ListCard
          label="Prices"
          columns={columns}
          of={rowsOf(state, () => shown)}
          rowKey={({ _id }) => _id}
          twoLines
          head={
            <div className={styles['head']}>
              <TextField
                label="Find a drink"
                type="search"
                autoComplete="off"
                leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
                value={text}
                onChange={({ currentTarget }) => setText(currentTarget.value)}
              />
              <SelectField
                label="Unit"
                value={unitId}
                onChange={({ currentTarget }) => setUnitId(currentTarget.value)}
                data={[
                  { value: '', label: 'All units' },
                  ...units.map((unit) => ({ value: unit._id, label: unitTitle(unit) })),
                ]}
              />
              <label className={styles['choose']}>
                <input
                  type="checkbox"
                  checked={areAllChosen}
                  disabled={found.length === 0}
                  onChange={({ currentTarget }) =>
                    choose(
                      found.map(({ _id }) => _id),
                      currentTarget.checked,
                    )
                  }
                />
                Choose all {isKnown && found.length}
              </label>
              <span className="flex wrap gap-8">
                <TableFileButton
                  of="prices"
                  file={{ name: 'prices', ...priceTableOf(found, withDouble) }}
                  disabled={!isKnown}
                />
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={!isKnown}
                  onClick={() => setOpened('spreadsheet')}
                >
                  From a spreadsheet
                </Button>
              </span>
            </div>
          }
          foot={
            <PageBar
              label="Pages of prices"
              text={`Page ${current} of ${pages}`}
              steps={[
                {
                  to: 'previous',
                  name: 'Previous page',
                  disabled: current <= 1,
                  onPress: () => setPage(current - 1),
                },
                {
                  to: 'next',
                  name: 'Next page',
                  disabled: current >= pages,
                  onPress: () => setPage(current + 1),
                },
              ]}
            />
          }
          empty={
            <EmptyState icon={IconListDetails}>
              {drinks.length === 0 ? 'There are no drinks yet.' : 'No drink matches.'}
            </EmptyState>
          }
        />
        {venue && state.state !== 'pending' && <RecentChanges key={venueId} venueId={venueId} />}
      </div>
      {opened === 'change' && (
        <ChangePricesDialog
          venueId={venueId}
          drinks={selected}
          onClose={() => setOpened(null)}
          onChanged={onChanged}
        />
      )}
      {opened === 'spreadsheet' && (
        <SpreadsheetDialog
          venueId={venueId}
          drinks={drinks}
          chosen={selected.length > 0 ? selected : found}
          onClose={() => setOpened(null)}
          onChanged={onChanged}
        />
      )}
    </>
  );
}

/** In dollars by drink, null without a cost of each ingredient; none before they are read. */
type Costs = ReadonlyMap<string, number | null>;

/** Null for those who may not see costs. */
function useCosts(venueId: string): Costs | null {
  const { timezone } = guessedTimezone();
  const today = todayIn(timezone, useNow());
  const { data } = useQuery({
    ...marginsQuery(venueId, { from: today, to: today, timezone }),
    enabled: venueId !== '' && may('costs.read'),
  });
  if (!may('costs.read')) return null;
  return new Map(
    data?.drinks.flatMap(({ drinkIds, cost }) => drinkIds.map((id) => [id, cost] as const)),
  );
}

interface PriceColumnsOptions {
  readonly withDouble: boolean;
  /** Null for a list without margins. */
  readonly costs: Costs | null;
  readonly isChosen: (id: string) => boolean;
  readonly onChoose: (id: string, isChosen: boolean) => void;
}

function priceColumns(options: PriceColumnsOptions): DataColumn<Drink>[] {
  const { withDouble, costs, isChosen, onChoose } = options;
  const margin = ({ _id, price }: Drink): string | null => {
    const cost = costs?.get(_id);
    if (cost === undefined || cost === null) return null;
    const share = price > 0 ? ` · ${decimalPercent(1 - cost / price)}` : '';
    return `${formatMoney(price - cost)}${share}`;
  };
  const double: DataColumn<Drink> = {
    id: 'double',
    header: 'Double',
    align: 'end',
    width: 112,
    chars: 6,
    from: 'medium',
    cell: (drink) => <PriceCell drink={drink} field="doublePrice" withDouble />,
    folded: ({ doublePrice = 0 }) => `Double ${formatMoney(doublePrice)}`,
  };
  return [
    {
      id: 'drink',
      header: 'Drink',
      chars: 16,
      cell: ({ _id, name }) => (
        <label className={`${styles['choose']} ${styles['drink']}`}>
          <input
            type="checkbox"
            checked={isChosen(_id)}
            onChange={({ currentTarget }) => onChoose(_id, currentTarget.checked)}
          />
          <bdi className="break-anywhere">{name}</bdi>
        </label>
      ),
    },
    {
      id: 'unit',
      header: 'Unit',
      width: '34%',
      chars: 10,
      from: 'medium',
      cell: ({ unitNumber, unitName }) => unitTitle({ unitNumber, name: unitName }),
      folded: ({ unitNumber, unitName }) => unitTitle({ unitNumber, name: unitName }),
    },
    {
      id: 'price',
      header: 'Price',
      align: 'end',
      width: 112,
      chars: 6,
      cell: (drink) => <PriceCell drink={drink} field="price" withDouble={withDouble} />,
    },
    ...(withDouble ? [double] : []),
    ...(costs
      ? [
          {
            id: 'margin',
            header: 'Margin',
            align: 'end' as const,
            width: 140,
            chars: 14,
            from: 'medium' as const,
            cell: (drink: Drink) => margin(drink) ?? (costs.has(drink._id) ? '–' : null),
            folded: (drink: Drink) => {
              const text = margin(drink);
              return text && `Margin ${text}`;
            },
          },
        ]
      : []),
  ];
}

function offerUndo(venueId: string, id: string | null, count: number): void {
  if (id === null) {
    notify('These are the prices already', 'info', 'prices');
    return;
  }
  notify(
    `Changed prices of ${drinksText(count)}`,
    'success',
    'prices',
    () => void undo(venueId, id),
  );
}
