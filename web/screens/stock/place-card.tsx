import { Button } from '@mantine/core';
import { useState } from 'react';
import { plainNumber } from '../../../lib/price-text.ts';
import { bottlesText, countPlaceKey } from '../../../rules/stock/stock-count.ts';
import { canBeWeighed, weighedMl, weightMessages } from '../../../rules/stock/weight.ts';
import { addCountLine } from '../../api/count-queue.ts';
import { currentSession } from '../../session/session.ts';
import { TextField } from '../../ui/fields.tsx';
import { Card } from '../../ui/page.tsx';
import { isCounted, placeTitle, type ShownPlace } from './counted-places.ts';
import styles from './stock-screen.module.css';

interface PlaceCardProps {
  /** In the order in which one walks: units by position, then storerooms. */
  readonly places: readonly ShownPlace[];
  readonly venueId: string;
  readonly countId: string;
  /** After the last place. */
  readonly onDone: () => void;
}

const tenths = 10;

/** One place at a time: how full it is, and on to the next. */
export function PlaceCard({ places, venueId, countId, onDone }: PlaceCardProps) {
  const first = places.findIndex((place) => !isCounted(place));
  const [nth, setNth] = useState(Math.max(0, first));
  const place = places[Math.min(nth, places.length - 1)];
  if (!place) return null;
  const next = () => {
    if (nth + 1 < places.length) setNth(nth + 1);
    else onDone();
  };
  const count = (ml: number) => {
    const { unitId, position, storeId, ingredientId } = place;
    addCountLine({
      userId: currentSession()?.claims.sub ?? '',
      venueId,
      countId,
      unitId,
      position,
      storeId,
      ingredientId,
      ml,
    });
    next();
  };
  return (
    <Card>
      <div className={styles['place']}>
        <p className="dim">
          {nth + 1} of {places.length} · {placeTitle(place)}
        </p>
        <h2 className={styles['name']}>
          <bdi className="break-anywhere">{place.name}</bdi>
        </h2>
        <Amount
          key={countPlaceKey(place)}
          place={place}
          onCount={count}
          onBack={nth > 0 ? () => setNth(nth - 1) : null}
          onSkip={next}
        />
      </div>
    </Card>
  );
}

/** What was found last, also on this device; null before. */
function lastMl({ lines, waiting }: ShownPlace): number | null {
  const all = [
    ...lines.map(({ ml, at }) => ({ ml, ms: Date.parse(at) })),
    ...waiting.map(({ ml, atMs }) => ({ ml, ms: atMs })),
  ];
  return all.toSorted((a, b) => a.ms - b.ms).at(-1)?.ml ?? null;
}

interface AmountProps {
  readonly place: ShownPlace;
  readonly onCount: (ml: number) => void;
  readonly onBack: (() => void) | null;
  readonly onSkip: () => void;
}

function Amount({ place, onCount, onBack, onSkip }: AmountProps) {
  const { sizeMl, storeId } = place;
  const known = lastMl(place);
  const [full, setFull] = useState(
    known === null || storeId === null ? '' : String(Math.floor(known / sizeMl)),
  );
  const [open, setOpen] = useState<number | null>(
    known === null ? null : Math.round((tenths * rest(known, storeId, sizeMl)) / sizeMl),
  );
  /** Counted before, and left as it is: sent again, it would be rounded to what the slider can say. */
  const [isTouched, setTouched] = useState(false);
  const isKept = known !== null && !isTouched;
  /** As typed; null where it is not weighed. */
  const [grams, setGrams] = useState<string | null>(null);
  const openAmount = grams === null ? slidMl(open, sizeMl) : weighed(grams, place);
  const { ml: openMl = null, problem } = openAmount;
  const whole = full === '' ? 0 : Number(full);
  const isWholeWrong = !Number.isInteger(whole) || whole < 0 || whole > 9_999;
  const isWrong = isWholeWrong || problem !== undefined;
  const isMissing = storeId === null ? openMl === null : full === '' && openMl === null;
  const ml = Math.round(100 * (whole * sizeMl + (openMl ?? 0))) / 100;
  return (
    <form
      className={styles['amount']}
      onSubmit={(event) => {
        event.preventDefault();
        if (isKept) onSkip();
        else if (!isWrong && !isMissing) onCount(ml);
      }}
    >
      <output className={styles['found']}>
        {isMissing
          ? grams === null
            ? 'Slide to what is left'
            : 'Type what it weighs'
          : bottlesText(ml, sizeMl)}
      </output>
      {storeId !== null && (
        <TextField
          label="Full bottles"
          inputMode="numeric"
          value={full}
          maxLength={4}
          error={isWholeWrong ? 'Use a whole number' : undefined}
          onChange={({ currentTarget }) => {
            setTouched(true);
            setFull(currentTarget.value.trim());
          }}
        />
      )}
      {grams === null ? (
        <Slider
          place={place}
          open={open}
          onOpen={(tenth) => {
            setTouched(true);
            setOpen(tenth);
          }}
        />
      ) : (
        <TextField
          label={storeId === null ? 'Weight with the bottle, g' : 'Weight of the open bottle, g'}
          inputMode="decimal"
          autoComplete="off"
          maxLength={9}
          value={grams}
          error={problem}
          onChange={({ currentTarget }) => setGrams(currentTarget.value)}
        />
      )}
      {canBeWeighed(place) && (
        <span className={styles['shortcuts']}>
          <Button
            type="button"
            variant="default"
            onClick={() => {
              setTouched(true);
              setGrams(grams === null ? '' : null);
            }}
          >
            {grams === null ? 'By weight' : 'By eye'}
          </Button>
        </span>
      )}
      <span className={styles['steps']}>
        <Button
          type="button"
          variant="default"
          disabled={onBack === null}
          onClick={onBack ?? undefined}
        >
          Back
        </Button>
        <Button type="button" variant="default" onClick={onSkip}>
          Skip
        </Button>
        <Button type="submit" disabled={isWrong || isMissing} className={styles['next']}>
          Next
        </Button>
      </span>
    </form>
  );
}

interface SliderProps {
  readonly place: ShownPlace;
  /** Tenths; null before it was slid. */
  readonly open: number | null;
  readonly onOpen: (open: number) => void;
}

const Slider = ({ place: { storeId, name }, open, onOpen }: SliderProps) => (
  <>
    <label className={styles['slider']}>
      <span>{storeId === null ? 'How full it is' : 'The open one'}</span>
      <input
        type="range"
        aria-label={storeId === null ? `How full ${name} is` : `How full the open ${name} is`}
        aria-valuetext={`${open ?? 0} tenths of a bottle`}
        min={0}
        max={tenths}
        step={1}
        value={open ?? 0}
        onChange={({ currentTarget }) => onOpen(Number(currentTarget.value))}
      />
    </label>
    <span className={styles['shortcuts']}>
      {[
        ['Empty', 0],
        ['Half', tenths / 2],
        ['Full', tenths],
      ].map(([label, value]) => (
        <Button key={label} type="button" variant="default" onClick={() => onOpen(Number(value))}>
          {label}
        </Button>
      ))}
    </span>
  </>
);

interface OpenAmount {
  readonly ml?: number;
  readonly problem?: string;
}

const slidMl = (open: number | null, sizeMl: number): OpenAmount =>
  open === null ? {} : { ml: (open * sizeMl) / tenths };

/** Nothing typed is nothing known. */
function weighed(text: string, place: ShownPlace): OpenAmount {
  if (text.trim() === '' || !canBeWeighed(place)) return {};
  const grams = plainNumber(text);
  return grams === null ? { problem: weightMessages.badWeight } : weighedMl(Number(grams), place);
}

/** Of the open bottle. */
const rest = (ml: number, storeId: string | null, sizeMl: number): number =>
  storeId === null ? Math.min(ml, sizeMl) : ml % sizeMl;
