import { ActionIcon } from '@mantine/core';
import { IconCoin, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayRange, todayIn } from '../../../lib/day-range.ts';
import { formatMoney } from '../../../lib/money.ts';
import { dollarsOf, plainNumber } from '../../../lib/price-text.ts';
import { bottleText, costMessages, sentCost } from '../../../rules/loss/costs.ts';
import { drinkMessages } from '../../../rules/drinks/drink-messages.ts';
import { type CostedIngredient, costsQuery, updateIngredientCosts } from '../../api/costs.ts';
import { ContextLine, VenueName } from '../../components/context-line.tsx';
import { EditableCell } from '../../components/editable-cell.tsx';
import { ListCard } from '../../components/list-card.tsx';
import { useVenueTimezone } from '../../context/use-night-rules.ts';
import { useVenues } from '../../context/use-venues.ts';
import { paths } from '../../paths.ts';
import { may } from '../../session/permissions.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { Link } from '../../ui/link.tsx';
import { loadState } from '../../ui/load-state.tsx';
import { EmptyState, PageHeader } from '../../ui/page.tsx';

const CostDialog = lazyDialog('Cost', () => import('../../components/cost-dialog.tsx'));

/** Costs of the ingredients of a venue, typed one below the other. */
export default function CostsScreen() {
  const { active: venue, state: venues } = useVenues();
  const venueId = venue?.id ?? '';
  const timezone = useVenueTimezone(venue?.id);
  const [opened, setOpened] = useState<CostedIngredient | null>(null);
  const result = useQuery({ ...costsQuery(venueId), enabled: venue !== undefined });
  const state = loadState(result, {
    what: 'costs',
    after: [venues],
    isEmpty: (rows) => rows.length === 0,
  });
  const missing = result.data?.filter(({ cost }) => cost === null).length ?? 0;
  return (
    <>
      <PageHeader
        title="Costs"
        breadcrumb={<Link href={paths.reports}>All reports</Link>}
        context={
          <ContextLine>
            <VenueName />
            {missing > 0 && <span> · {missing} without a cost</span>}
          </ContextLine>
        }
      />
      <ListCard
        label="Costs"
        columns={columnsOf(venueId, timezone, setOpened)}
        of={state}
        rowKey={({ ingredientId }) => ingredientId}
        empty={<EmptyState icon={IconCoin}>{costMessages.none}</EmptyState>}
      />
      {opened && (
        <CostDialog
          venueId={venueId}
          ingredient={{ id: opened.ingredientId, name: opened.name, sizeMl: opened.sizeMl }}
          cost={opened.cost}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

const costError = (text: string) => (dollarsOf(text) === null ? drinkMessages.badPrice : null);
const caseError = (text: string) => {
  const count = text === '' ? 1 : Number(plainNumber(text) ?? 0);
  return Number.isInteger(count) && count >= 1 && count <= 1_000 ? null : costMessages.caseSize;
};

function columnsOf(
  venueId: string,
  timezone: string,
  open: (row: CostedIngredient) => void,
): DataColumn<CostedIngredient>[] {
  const isFixed = !may('costs.write');
  const today = () => {
    const day = todayIn(timezone, Date.now());
    return dayRange({ from: day, to: day, timezone }).startMs;
  };
  const save = (
    { ingredientId, sizeMl, cost }: CostedIngredient,
    change: Parameters<typeof sentCost>[1],
  ) =>
    updateIngredientCosts(
      venueId,
      ingredientId,
      sentCost(cost ?? { bottleMl: sizeMl }, change, today()),
    );
  const name: DataColumn<CostedIngredient> = {
    id: 'name',
    header: 'Ingredient',
    chars: 16,
    cell: ({ name, cost, sizeMl }) => (
      <>
        <bdi className="break-anywhere">{name}</bdi>{' '}
        <span className="dim nowrap">{bottleText(cost?.bottleMl ?? sizeMl)}</span>
      </>
    ),
  };
  const perBottle: DataColumn<CostedIngredient> = {
    id: 'cost',
    header: 'Cost per bottle',
    align: 'end',
    width: 132,
    chars: 6,
    cell: (row) =>
      isFixed ? (
        <span className="tabular">{row.cost === null ? '–' : formatMoney(row.cost.cost)}</span>
      ) : (
        <EditableCell
          money
          column="cost"
          label={`Cost of ${row.name}`}
          value={row.cost === null ? '' : formatMoney(row.cost.cost)}
          placeholder="Add"
          errorOf={costError}
          save={(text) => save(row, { cost: dollarsOf(text) ?? 0 })}
        />
      ),
  };
  const caseSize: DataColumn<CostedIngredient> = {
    id: 'caseSize',
    header: 'In a case',
    align: 'end',
    width: 112,
    chars: 3,
    from: 'medium',
    cell: (row) =>
      isFixed || row.cost === null ? (
        (row.cost?.caseSize ?? '–')
      ) : (
        <EditableCell
          money
          column="caseSize"
          label={`Bottles of ${row.name} in a case`}
          value={String(row.cost.caseSize ?? '')}
          placeholder="–"
          errorOf={caseError}
          save={(text) => save(row, { caseSize: text === '' ? null : Number(plainNumber(text)) })}
        />
      ),
    folded: ({ cost }) => cost?.caseSize ?? null,
  };
  const supplier: DataColumn<CostedIngredient> = {
    id: 'supplier',
    header: 'Supplier',
    width: '26%',
    chars: 10,
    from: 'medium',
    cell: (row) =>
      isFixed || row.cost === null ? (
        row.cost?.supplier || '–'
      ) : (
        <EditableCell
          column="supplier"
          label={`Supplier of ${row.name}`}
          value={row.cost.supplier}
          placeholder="–"
          errorOf={() => null}
          save={(text) => save(row, { supplier: text })}
        />
      ),
    folded: ({ cost }) => cost?.supplier || null,
  };
  const details: DataColumn<CostedIngredient> = {
    id: 'details',
    header: 'Details',
    align: 'end',
    width: 84,
    chars: 2,
    cell: (row) => (
      <ActionIcon aria-label={`Cost of ${row.name} by date`} onClick={() => open(row)}>
        <IconPencil size={18} stroke={1.6} />
      </ActionIcon>
    ),
  };
  return [name, perBottle, caseSize, supplier, ...(isFixed ? [] : [details])];
}
