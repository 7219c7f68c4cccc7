/** Gallery of all web/ui components in every state. Development only: /gallery. */
import { ActionIcon, Button, CloseButton } from '@mantine/core';
import { IconDownload, IconPencil, IconReceipt } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { dayName } from '../../../lib/day-name.ts';
import { formatMoney } from '../../../lib/money.ts';
import { ratioText } from '../../../rules/compare/compare-text.ts';
import { percentText } from '../../../rules/health/health-messages.ts';
import { daysText, formatDay } from '../../components/date-text.ts';
import { Card, EmptyState, ErrorLine, PageHeader, PageSkeleton } from '../../ui/page.tsx';
import { ColorSchemeChoice } from '../../ui/segmented-choice.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { InlineSelect, SelectField, TextField } from '../../ui/fields.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { FigureSteps } from '../../ui/figure-steps.tsx';
import { Figure } from '../../ui/figure.tsx';
import { Link } from '../../ui/link.tsx';
import { Logo } from '../../ui/logo.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { CursorPager, PageBar, Pager } from '../../ui/pager.tsx';
import { ScreenTabs } from '../../ui/screen-tabs.tsx';
import { SaveState } from '../../ui/save-state.tsx';
import { notify } from '../../ui/toasts.tsx';
import styles from './gallery-screen.module.css';

const swatches = ['page', 'card', 'line', 'control-line', 'well', 'ink', 'dim', 'accent'];
const meanings = ['good', 'low', 'out'];

function Section({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles['section']}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

export default function GalleryScreen() {
  return (
    <div className={styles['gallery']}>
      <PageHeader
        title="Gallery"
        context="Each part in each of its states"
        actions={<ColorSchemeChoice />}
      />
      <Section title="Logo">
        <Logo />
      </Section>
      <Section title="Colours">
        <div className={styles['row']}>
          {[...swatches, ...meanings].map((name) => (
            <span key={name} className={styles['swatch']}>
              <span style={{ background: `var(--${name})` }} />
              {name}
            </span>
          ))}
        </div>
      </Section>
      <Section title="Buttons and fields">
        <ControlsSection />
      </Section>
      <Section title="Figures">
        <FiguresSection />
      </Section>
      <Section title="Tables">
        <TablesSection />
      </Section>
      <Section title="Messages">
        <MessagesSection />
      </Section>
    </div>
  );
}

const icon = <IconDownload size={16} stroke={1.6} />;

export function ControlsSection() {
  const [page, setPage] = useState(1);
  return (
    <div className="stack gap-18">
      <div className={styles['row']}>
        <Button>Primary</Button>
        <Button variant="default">Default</Button>
        <Button variant="default" leftSection={icon}>
          With an icon
        </Button>
        <Button color="red">Delete</Button>
        <Button disabled>Disabled</Button>
        <Button variant="default" disabled>
          Disabled
        </Button>
        <Button variant="subtle" disabled>
          Disabled
        </Button>
        <Button loading>Working</Button>
        <ActionIcon aria-label="Edit">
          <IconPencil size={18} stroke={1.6} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Edit">
          <IconPencil size={18} stroke={1.6} />
        </ActionIcon>
        <ActionIcon disabled aria-label="Edit">
          <IconPencil size={18} stroke={1.6} />
        </ActionIcon>
        <CloseButton />
        <Link href="/gallery">A link</Link>
      </div>
      <div className={styles['row']}>
        <Button size="compact-sm">Compact</Button>
        <Button size="compact-sm" variant="default">
          Compact
        </Button>
        <Button size="compact-sm" variant="default" disabled>
          Compact
        </Button>
        <InlineSelect aria-label="Rows" data={['10', '20']} />
      </div>
      <ScreenTabs
        label="Tabs"
        tabs={[
          { label: 'This screen', href: '/gallery', isCurrent: true },
          { label: 'Another', href: '/', isCurrent: false },
        ]}
      />
      <div className={styles['columns']}>
        <TextField label="Text" placeholder="Placeholder" />
        <TextField label="With a description" description="What it is for" defaultValue="Typed" />
        <TextField label="With an error" error="Cannot be empty" defaultValue="Typed" />
        <TextField label="Disabled" disabled defaultValue="Typed" />
        <PasswordField label="Password" defaultValue="pour-one-out" />
        <SelectField label="Select" data={['All', '1042 (ROTENDER_CLASSIC)']} />
        <NumberField label="Number" defaultValue={12.5} prefix="$" decimalScale={2} />
        <SelectField label="Select with an error" error="Choose one" data={['All']} />
      </div>
      <div className={styles['row']}>
        <SaveState status="unsaved" />
        <SaveState status="saving" />
        <SaveState status="saved" />
        <SaveState status="failed" />
      </div>
      <Pager of="owners" page={page} size={10} total={23} onPage={setPage} />
      <CursorPager
        of="entries"
        isFirst={page === 1}
        isLast={page === 3}
        onFirst={() => setPage(1)}
        onOlder={() => setPage(page + 1)}
      />
      <PageBar
        label="Pages"
        text={`Page ${page} of 3`}
        steps={[
          { to: 'first', name: 'First page', disabled: page === 1, onPress: () => setPage(1) },
          { to: 'last', name: 'Last page', disabled: page === 3, onPress: () => setPage(3) },
        ]}
      />
      <details>
        <summary>A part that opens</summary>
        With the chevron of all of them.
      </details>
      <FormsOfText />
    </div>
  );
}

const steps = [
  { label: 'Total Sales', value: '$1,000.00' },
  { sign: '+', label: 'Total Taxes', value: '$88.75' },
  { sign: '=', label: 'Gross Volume', value: '$1,088.75' },
] as const;

/** One form for each purpose. */
function FormsOfText() {
  const day = '2026-11-26';
  const forms = [
    ['Day in a field', formatDay(day)],
    ['Night', dayName(day)],
    ['Range of this year', daysText('2026-11-20', day, day)],
    ['Range of other years', daysText('2025-12-20', '2026-01-02', day)],
    ['Share', percentText(0.025)],
    ['Change', ratioText(-0.31)],
    ['Money', formatMoney(1234.5)],
  ];
  return (
    <dl className={styles['row']}>
      {forms.map(([label, text]) => (
        <div key={label}>
          <dt className="dim text-13">{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

export function FiguresSection() {
  return (
    <div className={styles['columns']}>
      <Card>
        <Figure label="Not asked for yet" value={null} />
      </Card>
      <Card>
        <Figure label="Loading" value={null} loading />
      </Card>
      <Card>
        <Figure label="With a note" value="$88.75">
          <FigureSteps note="The tax of every drink." />
        </Figure>
      </Card>
      <Card>
        <Figure
          main
          label="Gross Volume"
          value="$1,088.75"
          hint="Gross Volume = Total Sales + Total Taxes"
        >
          <FigureSteps steps={steps} />
        </Figure>
      </Card>
    </div>
  );
}

export function MessagesSection() {
  const [response, setResponse] = useState('');
  const send = async (danger: boolean) => {
    const yes = await confirm({
      text: 'You are going to restore this ingredient to 100% capacity. Please confirm.',
      details: ['Campari: 9'],
      danger,
    });
    setResponse(yes ? 'Confirmed' : 'Cancelled');
  };
  return (
    <div className="stack gap-18">
      <ErrorLine>A sentence that says what went wrong.</ErrorLine>
      <ErrorLine
        hint="What to do about it."
        requestId="7d1f"
        onRetry={() => setResponse('Retried')}
      >
        A sentence that says what went wrong.
      </ErrorLine>
      <div className={styles['row']}>
        <Button variant="default" onClick={() => notify('There were no sales on these dates')}>
          Notice
        </Button>
        <Button variant="default" onClick={() => notify('Transaction refunded', 'success')}>
          Success
        </Button>
        <Button
          variant="default"
          onClick={() => notify('Transaction refund request failed', 'error')}
        >
          Error
        </Button>
        <Button variant="default" onClick={() => void send(false)}>
          Question
        </Button>
        <Button variant="default" onClick={() => void send(true)}>
          Dangerous question
        </Button>
        <output>{response}</output>
      </div>
      <PageSkeleton />
    </div>
  );
}

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

const known = { state: 'data', data: rows, isRefreshing: false, failures: [] } as const;
const key = ({ id }: Row) => id;
const empty = (
  <EmptyState icon={IconReceipt} action={<Button variant="default">The one that helps</Button>}>
    There is nothing to show yet.
  </EmptyState>
);

export function TablesSection() {
  return (
    <div className="stack gap-18">
      <Card flush title="Ready">
        <DataTable label="Ready" columns={columns} of={known} rowKey={key} empty={empty} />
      </Card>
      <Card flush title="Refreshing">
        <DataTable
          label="Refreshing"
          columns={columns}
          of={{ ...known, isRefreshing: true }}
          rowKey={key}
          empty={empty}
        />
      </Card>
      <Card flush title="Loading">
        <DataTable
          label="Loading"
          skeletonRows={3}
          columns={columns}
          of={{ state: 'pending' }}
          rowKey={key}
          empty={empty}
        />
      </Card>
      <Card flush title="Empty">
        <DataTable
          label="Empty"
          columns={columns}
          of={{ state: 'empty', isRefreshing: false, failures: [] }}
          rowKey={key}
          empty={empty}
        />
      </Card>
    </div>
  );
}
