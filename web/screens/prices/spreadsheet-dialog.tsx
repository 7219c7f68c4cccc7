import { Button, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { parse } from 'csv-parse/browser/esm/sync';
import { useRef, useState } from 'react';
import { readPriceTable } from '../../../rules/prices/price-table.ts';
import type { Drink } from '../../api/drinks.ts';
import { changePrices } from '../../api/prices.ts';
import { DialogForm } from '../../components/sent-form.tsx';
import { ChangePreview } from './price-preview.tsx';
import styles from './prices-screen.module.css';

interface SpreadsheetDialogProps {
  readonly venueId: string;
  readonly drinks: readonly Drink[];
  /** Drinks that a column of prices without names is for, in their order. */
  readonly chosen: readonly Drink[];
  readonly onClose: () => void;
  readonly onChanged: (id: string | null, count: number) => void;
}

const pauseMs = 200;
const mostShown = 20;

/** Sets prices from cells that are pasted from a spreadsheet, or from a CSV file, with a preview of each. */
export default function SpreadsheetDialog(props: SpreadsheetDialogProps) {
  const { venueId, drinks, chosen, onClose, onChanged } = props;
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [pasted] = useDebouncedValue(text, pauseMs);
  const { prices, unchanged, notRead } = readPriceTable(cellsOf(pasted), { all: drinks, chosen });
  const send = useMutation({
    mutationFn: () => changePrices(venueId, prices),
    onSuccess: ({ id, drinks: changed }) => onChanged(id, changed.length),
  });
  return (
    <DialogForm
      title="Prices from a spreadsheet"
      submit={prices.length === 1 ? 'Change 1 price' : `Change ${prices.length} prices`}
      submitProps={{ disabled: prices.length === 0 || pasted !== text }}
      sending={send}
      isAtFields={false}
      onSend={() => {
        if (prices.length > 0) send.mutate();
      }}
      onClose={onClose}
    >
      <Textarea
        label="Cells"
        description={`A column of ${chosen.length} prices in the order of the list, or columns named Drink, Unit, Price and Double`}
        autosize
        minRows={4}
        maxRows={8}
        spellCheck={false}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <div>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          hidden
          aria-label="CSV file"
          onChange={({ currentTarget }) => {
            void currentTarget.files?.[0]?.text().then(setText);
            // Allows the same file again after it was changed.
            currentTarget.value = '';
          }}
        />
        <Button variant="default" size="compact-sm" onClick={() => input.current?.click()}>
          Choose a CSV file
        </Button>
      </div>
      {notRead.length > 0 && pasted.trim() !== '' && (
        <ul className={styles['not-read']} aria-label="Not read">
          {notRead.slice(0, mostShown).map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
          {notRead.length > mostShown && <li>And {notRead.length - mostShown} more lines</li>}
        </ul>
      )}
      <p className={styles['hint']} aria-live="polite">
        {pasted.trim() === ''
          ? 'Each price is shown here before it changes.'
          : `${countText(prices.length)} ${prices.length === 1 ? 'changes' : 'change'}, ${unchanged} ${unchanged === 1 ? 'stays' : 'stay'} as ${unchanged === 1 ? 'it is' : 'they are'}.`}
      </p>
      {prices.length > 0 && <ChangePreview venueId={venueId} drinks={prices} />}
    </DialogForm>
  );
}

const countText = (count: number): string => (count === 1 ? '1 price' : `${count} prices`);

/** Cells are between tabs where there is one, as spreadsheets copy them; else between commas or semicolons. */
function cellsOf(text: string): string[][] {
  const [first = ''] = text.split('\n', 1);
  const delimiter = text.includes('\t') ? '\t' : /^[^,]*;/.test(first) ? ';' : ',';
  // A column of prices such as 1,250.00 has no other columns.
  if (delimiter === ',' && !/[a-z"]/i.test(text)) return text.split(/\r?\n/).map((cell) => [cell]);
  const options = {
    delimiter,
    bom: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: false,
  };
  try {
    return parse(text, options);
  } catch {
    // A quotation mark that is not closed stands for itself.
    return parse(text, { ...options, quote: false });
  }
}
