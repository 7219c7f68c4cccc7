/** How a file is read: its text, its dates and amounts, and the column of each field. */
import type { ReactNode } from 'react';
import { importFields } from '../../../rules/imports/import-columns.ts';
import { fieldNames, importMessages } from '../../../rules/imports/import-messages.ts';
import type { ImportChoices, ImportPreview } from '../../api/imports.ts';
import { SelectField } from '../../ui/fields.tsx';
import { Card } from '../../ui/page.tsx';
import styles from './imports-screen.module.css';

interface FileCardProps {
  readonly preview: ImportPreview;
  readonly choices: ImportChoices;
  readonly onChange: (choices: ImportChoices) => void;
}

type Column = ImportPreview['columns'][number];

function reasonText({ reason }: Column, system: string | null): string {
  if (reason === 'mapped') return 'as chosen';
  return reason === 'system' && system !== null ? `as ${system} names it` : 'by its name';
}

function decisionText({ by, example }: ImportPreview['dates'], system: string | null): string {
  if (by === 'choice') return 'as chosen';
  if (by === 'file' && example !== null)
    return `line ${example.line.toLocaleString('en-US')} says ${example.text}`;
  return `as ${system ?? 'its system'} writes them`;
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

interface FactProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly why?: string;
}

const Fact = ({ label, children, why }: FactProps) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {children}
      {why !== undefined && <span className="dim">{`, ${why}`}</span>}
    </dd>
  </div>
);

const labelOf = (labels: Readonly<Record<string, string>>, value: string): string =>
  labels[value] ?? value;

export function FileCard({ preview, choices, onChange }: FileCardProps) {
  const { dates, decimalSign, system } = preview;
  return (
    <Card title="How the file is read">
      {preview.remembered && (
        <p className="mb-16">Your choices for an earlier file with these columns are used.</p>
      )}
      <dl className={styles['facts']}>
        <Fact label="Text">
          {`${preview.encoding}, ${importMessages.delimiter(preview.delimiter)} between columns, named on line ${preview.headerLine}`}
        </Fact>
        {system !== null && <Fact label="From">{system}</Fact>}
        {preview.columns.map((column) => (
          <Fact
            key={column.field}
            label={capitalized(fieldNames[column.field] ?? column.field)}
            why={reasonText(column, system)}
          >
            <bdi className="medium break-anywhere">{column.column}</bdi>
          </Fact>
        ))}
        {preview.stateColumns.length > 0 && (
          <Fact label="State of the sale">{preview.stateColumns.join(', ')}</Fact>
        )}
        {dates.value !== null && (
          <Fact label="Dates" why={decisionText(dates, system)}>
            {labelOf(importMessages.dateOrders, dates.value)}
          </Fact>
        )}
        {decimalSign.value !== null && (
          <Fact label="Decimals" why={decisionText(decimalSign, system)}>
            {labelOf(importMessages.decimalSigns, decimalSign.value)}
          </Fact>
        )}
      </dl>
      <details className="mt-12">
        <summary>Change columns</summary>
        <div className={styles['fields']}>
          {importFields.map((field) => {
            const found = preview.columns.find((column) => column.field === field)?.column;
            return (
              <SelectField
                key={field}
                label={capitalized(fieldNames[field] ?? field)}
                value={choices.columns[field] ?? found ?? ''}
                data={[
                  { value: '', label: 'No column' },
                  ...new Set(preview.header.filter((name) => name !== '')),
                ]}
                onChange={({ currentTarget }) =>
                  onChange({
                    ...choices,
                    columns: { ...choices.columns, [field]: currentTarget.value },
                  })
                }
              />
            );
          })}
        </div>
      </details>
    </Card>
  );
}
