import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { dayRange } from '../../../lib/day-range.ts';
import {
  exportFormatLabels,
  type ExportFormat,
  exportKindLabels,
  type ExportKind,
} from '../../../rules/exports/raw-rows.ts';
import { nightRange, type NightRules } from '../../../rules/nights/nights.ts';
import { downloadRows } from '../../api/exports.ts';
import { DayField } from '../../components/day-field.tsx';
import { useDownload } from '../../components/use-download.ts';
import { SelectField } from '../../ui/fields.tsx';
import { Card, ErrorLine } from '../../ui/page.tsx';
import styles from './accounting-screen.module.css';

interface RawDataCardProps {
  readonly venueId: string;
  readonly rules: NightRules | null | undefined;
  /** Of the days, where the venue has no clock. */
  readonly timezone: string;
  /** Days that are chosen first. */
  readonly week: { readonly from: string; readonly to: string };
}

const isKind = (text: string): text is ExportKind => Object.hasOwn(exportKindLabels, text);
const isFormat = (text: string): text is ExportFormat => Object.hasOwn(exportFormatLabels, text);
const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Rows of nights as a file for other programs. */
export function RawDataCard({ venueId, rules, timezone, week }: RawDataCardProps) {
  const { start, running, failure } = useDownload();
  const [kind, setKind] = useState<ExportKind>('sales');
  const [format, setFormat] = useState<ExportFormat>('csv');
  const [days, setDays] = useState<{ from: string | null; to: string | null }>(week);
  const { from, to } = days;
  const isReversed = from !== null && to !== null && to < from;
  const save = () => {
    if (from === null || to === null || isReversed) return;
    const range = rules ? nightRange(rules, from, to) : dayRange({ from, to, timezone });
    start(async (signal) => ({
      fileName: `${kind}-${from}-to-${to}.${format}`,
      file: await downloadRows(kind, { venueId, range, format }, signal),
    }));
  };
  return (
    <Card title="Download raw data">
      <div className={styles['raw']}>
        <SelectField
          label="Rows"
          value={kind}
          data={optionsOf(exportKindLabels)}
          onChange={({ currentTarget: { value } }) => {
            if (isKind(value)) setKind(value);
          }}
        />
        <SelectField
          label="Format"
          value={format}
          data={optionsOf(exportFormatLabels)}
          onChange={({ currentTarget: { value } }) => {
            if (isFormat(value)) setFormat(value);
          }}
        />
        <DayField
          label="From"
          calendarLabel="Choose the first night of the rows"
          value={from}
          onChange={(day) => setDays({ ...days, from: day })}
        />
        <DayField
          label="To"
          calendarLabel="Choose the last night of the rows"
          value={to}
          error={isReversed ? 'The last night is before the first' : undefined}
          onChange={(day) => setDays({ ...days, to: day })}
        />
      </div>
      {failure !== undefined && <ErrorLine>{failure}</ErrorLine>}
      <Button
        variant="default"
        loading={running}
        disabled={from === null || to === null || isReversed}
        leftSection={<IconDownload size={16} stroke={1.6} aria-hidden="true" />}
        onClick={save}
      >
        Download
      </Button>
    </Card>
  );
}
