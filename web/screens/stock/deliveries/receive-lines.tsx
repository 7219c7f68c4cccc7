import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { counted } from '../../../../lib/counted.ts';
import { plainNumber } from '../../../../lib/price-text.ts';
import { matcherOf } from '../../../../rules/search/search-words.ts';
import { isBottleCount } from '../../../../rules/stock/deliveries.ts';
import { may } from '../../../session/permissions.ts';
import { TextField } from '../../../ui/fields.tsx';
import styles from './receive-form.module.css';

export interface ReceivedLine {
  readonly ingredientId: string;
  readonly name: string;
  /** Bottles of an order that have not come; its line has a tick. Another line counts once bottles are typed. */
  readonly outstanding?: number;
}

/** As typed, by ingredient; a line that is not in it is as it was opened. */
export type TypedBottles = ReadonlyMap<string, string>;

const bottlesOf = (line: ReceivedLine, typed: TypedBottles): string =>
  typed.get(line.ingredientId) ?? String(line.outstanding ?? '');

/** 0 for what is no number. */
export const countOf = (line: ReceivedLine, typed: TypedBottles): number =>
  Number(plainNumber(bottlesOf(line, typed)) ?? 0);

/** `18 bottles of 3 ingredients`. */
export const sumText = (counts: readonly number[]): string =>
  `${counted(
    counts.reduce((sum, count) => sum + count, 0),
    'bottle',
  )} of ${counted(counts.length, 'ingredient')}`;

/** True for a line without a tick in which bottles are typed. */
export const isEntered = (line: ReceivedLine, typed: TypedBottles): boolean =>
  line.outstanding === undefined && !/^0*$/.test(bottlesOf(line, typed).trim());

/** From this number of lines on there is a search field. */
const searchedFrom = 8;

interface ReceiveLinesProps {
  readonly lines: readonly ReceivedLine[];
  readonly typed: TypedBottles;
  /** Errors by the name of the field; their lines are shown whatever is searched for. */
  readonly problems: ReadonlyMap<string, string>;
  readonly onBottles: (ingredientId: string, bottles: string) => void;
  readonly onCost: (ingredientId: string) => void;
}

export const bottlesField = (ingredientId: string) => `bottles ${ingredientId}`;
export const costField = (ingredientId: string) => `cost ${ingredientId}`;

/** Bottles and costs by ingredient, found by name. Lines that are not shown keep their values, and are sent too. */
export function ReceiveLines({ lines, typed, problems, onBottles, onCost }: ReceiveLinesProps) {
  const find = useRef<HTMLInputElement>(null);
  const rows = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  /** Lines that were entered when only those were asked for: one that is emptied to be typed again stays. */
  const [only, setOnly] = useState<ReadonlySet<string> | null>(null);
  const entered = lines.filter((line) => isEntered(line, typed));
  const counts = entered.map((line) => countOf(line, typed)).filter(isBottleCount);
  const matches = matcherOf(text);
  const isShown = ({ ingredientId, name }: ReceivedLine) =>
    problems.has(bottlesField(ingredientId)) ||
    problems.has(costField(ingredientId)) ||
    ((only?.has(ingredientId) ?? true) && matches(name));
  const found = lines.filter(isShown).length;
  const isSearched = lines.length >= searchedFrom;
  /** Enter leads from the search to the first line, and from a line to the next search, and does not send the form. */
  const onEnter = (event: KeyboardEvent, act: () => void) => {
    if (event.key !== 'Enter' || !isSearched) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      {isSearched && (
        <div className={styles['tools']}>
          <TextField
            ref={find}
            type="search"
            label="Find an ingredient"
            autoComplete="off"
            leftSection={<IconSearch size={18} stroke={1.6} aria-hidden="true" />}
            value={text}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value);
              setOnly(null);
            }}
            onKeyDown={(event) =>
              onEnter(event, () => {
                const first = lines.find(isShown)?.ingredientId ?? '';
                rows.current
                  ?.querySelector<HTMLInputElement>(`[name="${bottlesField(first)}"]`)
                  ?.focus();
              })
            }
          />
          <Button
            variant="default"
            disabled={entered.length === 0 && !only}
            aria-pressed={only !== null}
            onClick={() => {
              setText('');
              setOnly(only ? null : new Set(entered.map(({ ingredientId }) => ingredientId)));
            }}
          >
            {entered.length} entered
          </Button>
          <output className="sr-only">
            {text.trim() !== '' && `${found} of ${lines.length} ingredients`}
          </output>
        </div>
      )}
      <div ref={rows}>
        <div className={styles['heads']} aria-hidden="true">
          <span className={styles['name']}>Ingredient</span>
          <span className={styles['bottles']}>Bottles</span>
          {may('costs.write') && <span className={styles['cost']}>Cost per bottle</span>}
        </div>
        {lines.map((line) => (
          <LineFields
            key={line.ingredientId}
            line={line}
            bottles={bottlesOf(line, typed)}
            bottlesProblem={problems.get(bottlesField(line.ingredientId))}
            costProblem={problems.get(costField(line.ingredientId))}
            isHidden={!isShown(line)}
            onBottles={(bottles) => onBottles(line.ingredientId, bottles)}
            onCost={() => onCost(line.ingredientId)}
            onKeyDown={(event) =>
              onEnter(event, () => {
                find.current?.focus();
                find.current?.select();
              })
            }
          />
        ))}
        {found === 0 && <p className={styles['none']}>Nothing is found.</p>}
      </div>
      {counts.length > 0 && <p className={styles['sum']}>{sumText(counts)}</p>}
    </>
  );
}

interface LineFieldsProps {
  readonly line: ReceivedLine;
  readonly bottles: string;
  readonly bottlesProblem: string | undefined;
  readonly costProblem: string | undefined;
  readonly isHidden: boolean;
  readonly onBottles: (bottles: string) => void;
  readonly onCost: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function LineFields(props: LineFieldsProps) {
  const { line, bottles, bottlesProblem, costProblem, isHidden, onBottles, onCost, onKeyDown } =
    props;
  const { ingredientId, name, outstanding } = line;
  const shared = {
    autoComplete: 'off',
    classNames: { label: styles['label'] ?? '' },
    onKeyDown,
  };
  const problem = bottlesProblem ?? costProblem;
  return (
    <fieldset className={styles['line']} hidden={isHidden}>
      <legend className="sr-only">{name}</legend>
      {outstanding === undefined ? (
        <span className={styles['name']} aria-hidden="true">
          <bdi className="break-anywhere">{name}</bdi>
        </span>
      ) : (
        <label className={styles['name']}>
          <input type="checkbox" name={`come ${ingredientId}`} defaultChecked />
          <bdi className="break-anywhere">{name}</bdi>
        </label>
      )}
      <TextField
        label="Bottles"
        className={styles['bottles'] ?? ''}
        name={bottlesField(ingredientId)}
        error={bottlesProblem !== undefined}
        inputMode="numeric"
        value={bottles}
        onChange={({ currentTarget }) => onBottles(currentTarget.value)}
        {...shared}
      />
      {may('costs.write') && (
        <TextField
          label="Cost per bottle"
          className={styles['cost'] ?? ''}
          name={costField(ingredientId)}
          error={costProblem !== undefined}
          inputMode="decimal"
          leftSection="$"
          placeholder="As before"
          onChange={onCost}
          {...shared}
        />
      )}
      {problem !== undefined && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}
