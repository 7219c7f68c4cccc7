import { Button } from '@mantine/core';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { bottlesText, countPlaceKey, countResultLabels } from '../../../rules/stock/stock-count.ts';
import type { CountLine } from '../../api/stock-counts.ts';
import { guessedTimezone } from '../../components/timezone-choice.ts';
import { type DataColumn, DataTable } from '../../ui/data-table.tsx';
import { Card, EmptyState } from '../../ui/page.tsx';
import { isCounted, placeTitle, type ShownPlace } from './counted-places.ts';
import styles from './stock-screen.module.css';

interface CountReviewProps {
  readonly places: readonly ShownPlace[];
  /** Key of the line to take, by place. */
  readonly chosen: ReadonlyMap<string, string>;
  readonly isEnding: boolean;
  readonly onChoose: (place: string, key: string) => void;
  readonly onEnd: () => void;
}

/** What a count changes, before it is stored. */
export function CountReview({ places, chosen, isEnding, onChoose, onEnd }: CountReviewProps) {
  const counted = places.filter(isCounted);
  const isWaiting = places.some(({ waiting }) => waiting.length > 0);
  const missing = places.length - counted.length;
  const takenOf = (place: ShownPlace): CountLine | undefined => {
    const key = chosen.get(countPlaceKey(place));
    return place.lines.find((line) => (key === undefined ? line.taken : line.key === key));
  };
  return (
    <Card
      flush
      title="What it changes"
      actions={
        <Button disabled={counted.length === 0 || isWaiting} loading={isEnding} onClick={onEnd}>
          End count
        </Button>
      }
    >
      {missing > 0 && counted.length > 0 && (
        <p className={styles['note']}>
          {missing === 1 ? '1 place is' : `${missing} places are`} not counted, and will stay as{' '}
          {missing === 1 ? 'it is' : 'they are'}.
        </p>
      )}
      <DataTable
        label="What it changes"
        columns={columnsOf(takenOf, (place, key) => onChoose(countPlaceKey(place), key))}
        of={{
          state: counted.length === 0 ? 'empty' : 'data',
          data: counted,
          isRefreshing: false,
          failures: [],
        }}
        rowKey={countPlaceKey}
        twoLines
        empty={<EmptyState>Nothing is counted yet.</EmptyState>}
      />
    </Card>
  );
}

function columnsOf(
  takenOf: (place: ShownPlace) => CountLine | undefined,
  onChoose: (place: ShownPlace, key: string) => void,
): DataColumn<ShownPlace>[] {
  const difference = (place: ShownPlace): string => {
    if (place.waiting.length > 0) return 'Waits for the network';
    const line = takenOf(place);
    if (!line?.result) return '–';
    if (line.result !== 'counted' || line.differenceMl === null)
      return countResultLabels[line.result];
    if (line.differenceMl === 0) return 'As by the books';
    const sign = line.differenceMl > 0 ? '+' : '';
    return `${sign}${bottlesText(line.differenceMl, place.sizeMl)}`;
  };
  return [
    {
      id: 'place',
      header: 'Place',
      chars: 16,
      cell: (place) => (
        <>
          <bdi className="break-anywhere">{place.name}</bdi>
          <br />
          <span className="dim">{placeTitle(place)}</span>
          {place.lines.length > 1 && (
            <Lines place={place} taken={takenOf(place)} onChoose={(key) => onChoose(place, key)} />
          )}
        </>
      ),
    },
    {
      id: 'counted',
      header: 'Counted',
      align: 'end',
      width: 130,
      chars: 10,
      cell: (place) => {
        const ml = place.waiting.at(-1)?.ml ?? takenOf(place)?.ml;
        return ml === undefined ? '–' : bottlesText(ml, place.sizeMl);
      },
    },
    {
      id: 'difference',
      header: 'Difference to the books',
      align: 'end',
      width: 260,
      chars: 16,
      from: 'medium',
      cell: difference,
      folded: difference,
    },
  ];
}

interface LinesProps {
  readonly place: ShownPlace;
  readonly taken: CountLine | undefined;
  readonly onChoose: (key: string) => void;
}

/** A place that was counted more than once: the latest is taken unless another one is chosen. */
function Lines({ place, taken, onChoose }: LinesProps) {
  const { timezone } = guessedTimezone();
  return (
    <fieldset className={styles['lines']}>
      <legend>Counted {place.lines.length} times</legend>
      {place.lines.map(({ key, ml, by, at }) => (
        <label key={key}>
          <input
            type="radio"
            name={`line ${countPlaceKey(place)}`}
            checked={taken?.key === key}
            onChange={() => onChoose(key)}
          />
          <span>
            {bottlesText(ml, place.sizeMl)}, {by ?? 'a program'},{' '}
            {formatInZone(Date.parse(at), timezone)}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
