import { Button } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { Card } from '../../ui/card.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import type { DataColumn } from '../../ui/data-column.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import styles from './gallery-screen.module.css';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly price: string;
  readonly sold: number;
}

const columns: readonly DataColumn<Row>[] = [
  { id: 'name', header: 'Drink name', chars: 16, cell: ({ name }) => name },
  { id: 'price', header: 'Price', width: 100, align: 'end', chars: 6, cell: ({ price }) => price },
  {
    id: 'sold',
    header: 'Sold',
    width: 90,
    align: 'end',
    from: 'medium',
    chars: 3,
    cell: ({ sold }) => sold,
    folded: ({ sold }) => `${sold} sold`,
  },
];

const rows: readonly Row[] = [
  { id: '1', name: 'Old Fashioned', price: '$14.00', sold: 214 },
  { id: '2', name: 'Negroni', price: '$12.00', sold: 131 },
  { id: '3', name: 'Aperol Spritz', price: '$11.50', sold: 88 },
];

const none: readonly Row[] = [];
const key = ({ id }: Row) => id;
const empty = (
  <EmptyState
    icon={<IconReceipt size={22} stroke={1.6} />}
    action={<Button variant="default">The one that helps</Button>}
  >
    There is nothing to show yet.
  </EmptyState>
);

export function TablesSection() {
  return (
    <div className={styles['stack']}>
      <Card flush title="Ready">
        <DataTable label="Ready" columns={columns} rows={rows} rowKey={key} empty={empty} />
      </Card>
      <Card flush title="Refreshing">
        <DataTable
          label="Refreshing"
          status="refreshing"
          columns={columns}
          rows={rows}
          rowKey={key}
          empty={empty}
        />
      </Card>
      <Card flush title="Loading">
        <DataTable
          label="Loading"
          status="loading"
          skeletonRows={3}
          columns={columns}
          rows={none}
          rowKey={key}
          empty={empty}
        />
      </Card>
      <Card flush title="Empty">
        <DataTable label="Empty" columns={columns} rows={none} rowKey={key} empty={empty} />
      </Card>
    </div>
  );
}
