/** Survey of all lines of a file of past sales before any is stored: its forms, and the questions that it leaves open. */
import { doubtfulFields, type FileColumns, type ImportField } from './import-columns.ts';
import { type DateOrder, dateOrderOf } from './import-dates.ts';
import {
  type ImportChoices,
  type ImportFormat,
  isBelowZero,
  isSummary,
  orderCells,
} from './import-lines.ts';
import { importMessages } from './import-messages.ts';
import { lineState } from './import-states.ts';
import { type DecimalSign, decimalSignOf, plainNumber } from '../../lib/price-text.ts';

/** A line of the file that shows something. */
export interface Example {
  /** Number of the line, from 1. */
  readonly line: number;
  readonly text: string;
}

/** Question to a person, without whose choice the file is not imported. */
export interface ImportQuestion {
  readonly about: 'dates' | 'decimal sign' | 'state' | 'column' | 'below zero';
  /** Field of a column, or word of a state; empty for the others. */
  readonly subject: string;
  readonly text: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly example: Example;
}

/** Decision, who made it, and the line that proves it. */
export interface Decision<Value> {
  readonly value: Value | null;
  readonly by: 'choice' | 'file' | 'system' | null;
  readonly example: Example | null;
}

export interface Surveyed {
  readonly questions: readonly ImportQuestion[];
  readonly dates: Decision<DateOrder>;
  readonly decimalSign: Decision<DecimalSign>;
  readonly format: ImportFormat;
}

export interface Survey {
  take(cells: readonly string[], line: number): void;
  result(timezone: string): Surveyed;
}

const moneyFields: readonly ImportField[] = ['amount', 'unitPrice', 'tax', 'tips', 'fee'];

/** Unknown words that are put to a person one by one; a file with more has a column that is no state. */
const mostWords = 20;

/** Collects the first example of each kind. */
class Seen<Kind extends string> {
  readonly examples = new Map<Kind, Example>();
  add(kind: Kind | null, line: number, text: string): void {
    if (kind !== null && !this.examples.has(kind)) this.examples.set(kind, { line, text });
  }
}

/** Sign before the decimals that an amount proves; `either` for one such as 1,234. */
function signShownBy(text: string): DecimalSign | 'either' | null {
  if (plainNumber(text) === null) return null;
  const number = text.replaceAll(/[^\d.,]/g, '');
  if (!/[.,]/.test(number)) return null;
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(number)) return 'either';
  return decimalSignOf(number) ?? (number.includes(',') ? '.' : ',');
}

/**
 * Surveys a file: call `take` for each line after the column names, then `result`.
 * @param header the column names
 */
export function surveyFile(
  header: readonly string[],
  file: FileColumns,
  choices: ImportChoices,
): Survey {
  const { columns } = file;
  const cellsOf = orderCells(file);
  const dates = new Seen<DateOrder | 'either'>();
  const signs = new Seen<DecimalSign | 'either'>();
  const words = new Seen<string>();
  const negative = new Seen<'below zero'>();
  const differing = new Seen<ImportField>();
  const names = new Seen<'number' | 'name'>();

  function takeRivals(cell: (index: number) => string, line: number): void {
    for (const field of doubtfulFields) {
      const indices = file.rivals[field] ?? [];
      const texts = indices.map((index) => plainNumber(cell(index)) ?? cell(index));
      const values = new Set(texts.map((text) => (isNumber(text) ? Number(text) : text)));
      if (values.size > 1) differing.add(field, line, indices.map(cell).join(', '));
    }
  }

  function take(cells: readonly string[], line: number): void {
    if (cells.length !== header.length || isSummary(file, cells)) return;
    const cell = cellsOf(cells);
    const state = lineState(file.states, cell, choices.states);
    if (typeof state === 'object') for (const word of state.unknown) words.add(word, line, word);
    const date = cell(columns.soldAt ?? columns.date ?? -1);
    dates.add(dateOrderOf(date) ?? dateOrderOf(date.split(' ')[0] ?? ''), line, date);
    for (const field of moneyFields) {
      const text = cell(columns[field] ?? -1);
      signs.add(signShownBy(text), line, text);
    }
    if (isBelowZero(file, cell)) negative.add('below zero', line, cells.join(', '));
    const name = cell(columns.drinkName ?? -1);
    if (name !== '') names.add(/^[#\d\s-]+$/.test(name) ? 'number' : 'name', line, name);
    takeRivals(cell, line);
  }

  function result(timezone: string): Surveyed {
    const decidedDates = decided(choices.dates, dates, ['month-first', 'day-first'], file.dates);
    const decidedSign = decided(choices.decimalSign, signs, ['.', ','], null);
    const questions: ImportQuestion[] = [];
    const ask = (
      about: ImportQuestion['about'],
      example: Example | null | undefined,
      { subject = '', options = [] as ImportQuestion['options'] } = {},
    ) => {
      if (!example) return;
      const text = importMessages.question[about](example.text, subject);
      questions.push({ about, subject, text, options, example });
    };
    if (decidedDates.value === null)
      ask('dates', dates.examples.get('either') ?? null, {
        options: choicesOf(importMessages.dateOrders),
      });
    if (decidedSign.value === null)
      ask('decimal sign', signs.examples.get('either') ?? null, {
        options: choicesOf(importMessages.decimalSigns),
      });
    for (const [word, example] of [...words.examples].slice(0, mostWords)) {
      ask('state', example, { subject: word, options: choicesOf(importMessages.states) });
    }
    const isRefunds = choices.negative ?? (file.hasRefundLines ? 'refunds' : null);
    if (isRefunds === null)
      ask('below zero', negative.examples.get('below zero'), {
        options: choicesOf(importMessages.belowZero),
      });
    for (const [field, example] of doubtful()) {
      const options = (file.rivals[field] ?? header.map((_, index) => index))
        .map((index) => header[index]?.trim() ?? '')
        .filter((name) => name !== '')
        .map((name) => ({ value: name, label: name }));
      ask('column', example, { subject: field, options });
    }
    const format = {
      width: header.length,
      file,
      timezone,
      dates: decidedDates.value,
      decimalSign: decidedSign.value,
      states: choices.states,
      negative: isRefunds,
    };
    return { questions, dates: decidedDates, decimalSign: decidedSign, format };
  }

  /** Columns that are in doubt: another one says something else, or the names of the drinks are numbers. */
  function doubtful(): Map<ImportField, Example> {
    const fields = new Map(differing.examples);
    const number = names.examples.get('number');
    const isGuessed = file.reasons.drinkName === 'name';
    if (number && isGuessed && !names.examples.has('name')) fields.set('drinkName', number);
    return fields;
  }

  return { take, result };
}

const isNumber = (text: string): boolean => text !== '' && Number.isFinite(Number(text));

const choicesOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** By a person; else by the lines, if they prove one only; else by the system. */
function decided<Value extends string>(
  choice: Value | undefined,
  seen: Seen<Value | 'either'>,
  values: readonly [Value, Value],
  ofSystem: Value | null,
): Decision<Value> {
  if (choice !== undefined) return { value: choice, by: 'choice', example: null };
  const proven = values.filter((value) => seen.examples.has(value));
  const [value] = proven;
  if (proven.length === 1 && value !== undefined)
    return { value, by: 'file', example: seen.examples.get(value) ?? null };
  if (ofSystem !== null) return { value: ofSystem, by: 'system', example: null };
  return { value: null, by: null, example: null };
}
