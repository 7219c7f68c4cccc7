import { Button } from '@mantine/core';
import { IconPackage, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { foundByName } from '../../../rules/search/search-words.ts';
import { bottlesText } from '../../../rules/stock/stock-count.ts';
import { unitTitle } from '../../../rules/units/unit-names.ts';
import { startStockCount, type StockedIngredient, stockQuery } from '../../api/stock-counts.ts';
import { attempt } from '../../components/attempt.ts';
import { VenueName } from '../../components/context-line.tsx';
import { ListCard } from '../../components/list-card.tsx';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/fields.tsx';
import { takeFocus } from '../../ui/keep-focus.ts';
import { lazyPart } from '../../ui/lazy-dialog.tsx';
import { loadState, rowsOf } from '../../ui/load-state.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';
import { isStockTab, refillLink, StockTabs } from './stock-tabs.tsx';
import { VenueCount } from './venue-count.tsx';
import styles from './stock-screen.module.css';

const tabs = {
  orders: lazyPart(() => import('./orders/orders.tsx')),
  deliveries: lazyPart(() => import('./deliveries/deliveries.tsx')),
  suppliers: lazyPart(() => import('./orders/suppliers.tsx')),
  storerooms: lazyPart(() => import('./stores.tsx')),
};

/** Stock on hand of a venue, or a count of it. */
export default function StockScreen() {
  const { count, tab } = useSearch({ from: '/stock' });
  const { active, state } = useVenues();
  const shown = useRef(count);
  // A count takes the place of the whole screen, with the button that had the focus.
  useEffect(() => {
    if (shown.current === count) return;
    shown.current = count;
    takeFocus(document.querySelector('main'));
  }, [count]);
  if (count === undefined && isStockTab(tab)) {
    const Tab = tabs[tab];
    return (
      <Suspense>
        <Tab />
      </Suspense>
    );
  }
  return count !== undefined && active && may('stock.refill') ? (
    <VenueCount key={count} venueId={active.id} countId={count} />
  ) : (
    <OnHand venueId={active?.id} venues={state} />
  );
}

interface OnHandProps {
  readonly venueId: string | undefined;
  readonly venues: ReturnType<typeof useVenues>['state'];
}

function OnHand({ venueId = '', venues }: OnHandProps) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isStarting, setIsStarting] = useState(false);
  const result = useQuery({
    ...stockQuery(venueId, guessedTimezone().timezone),
    enabled: venueId !== '',
  });
  const state = loadState(result, {
    what: 'stock',
    after: [venues],
    isEmpty: ({ ingredients }) => ingredients.length === 0,
  });
  const count = async () => {
    setIsStarting(true);
    await attempt('count', async () => {
      const id = await startStockCount(venueId);
      await navigate({ to: '.', href: paths.stock({ count: id }) });
    });
    setIsStarting(false);
  };
  const isOpen = (result.data?.countId ?? null) !== null;
  return (
    <>
      <PageHeader
        title="Stock"
        breadcrumb={refillLink()}
        context={<VenueName />}
        tabs={<StockTabs current="stock" />}
        actions={
          may('stock.refill') && (
            <Button
              className={styles['count']}
              disabled={state.state !== 'data'}
              loading={isStarting}
              onClick={() => void count()}
            >
              {isOpen ? 'Continue count' : 'Count stock'}
            </Button>
          )
        }
      />
      <ListCard
        label="Stock on hand"
        columns={columns}
        of={rowsOf(state, ({ ingredients }) => foundByName(ingredients, text))}
        rowKey={({ ingredientId }) => ingredientId}
        twoLines
        head={
          <div className={styles['head']}>
            <TextField
              label="Find an ingredient"
              type="search"
              autoComplete="off"
              leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
              value={text}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          </div>
        }
        empty={
          <EmptyState icon={IconPackage}>
            {text === ''
              ? 'Nothing is loaded in the units of this venue yet.'
              : 'Nothing is found.'}
          </EmptyState>
        }
      />
    </>
  );
}

const placeText = ({
  unitNumber,
  unitName,
  position,
  storeName,
}: StockedIngredient['places'][number]): string =>
  unitNumber === null
    ? (storeName ?? '')
    : `${unitTitle({ unitNumber, name: unitName })}, position ${position}`;

const lastsText = ({ daysLeft, levelKnown }: StockedIngredient): string => {
  if (!levelKnown) return 'Level not known';
  if (daysLeft === null) return '–';
  return daysLeft === 1 ? '1 night' : `${daysLeft} nights`;
};

const columns: DataColumn<StockedIngredient>[] = [
  {
    id: 'ingredient',
    header: 'Ingredient',
    chars: 16,
    cell: ({ name, places, bottleMl }) => (
      <>
        <bdi className="break-anywhere">{name}</bdi>
        <br />
        <span className="dim break-anywhere">
          {places
            .map((place) => `${placeText(place)}: ${bottlesText(place.ml, bottleMl)}`)
            .join(' · ')}
        </span>
      </>
    ),
  },
  {
    id: 'bottles',
    header: 'On hand',
    align: 'end',
    width: 130,
    chars: 10,
    cell: ({ onHandMl, bottleMl }) => bottlesText(onHandMl, bottleMl),
  },
  {
    id: 'lasts',
    header: 'Lasts',
    align: 'end',
    width: 150,
    chars: 10,
    from: 'medium',
    cell: lastsText,
    folded: (row) => {
      if (!row.levelKnown) return lastsText(row);
      return row.daysLeft === null ? null : `Lasts ${lastsText(row)}`;
    },
  },
];
