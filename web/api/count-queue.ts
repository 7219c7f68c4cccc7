/** Lines of counts that wait to be sent. */
import { api } from './client.ts';
import { invalidate } from './endpoint-query.ts';
import { type Waiting, waitingQueue } from './waiting-queue.ts';

export interface WaitingLine extends Waiting {
  readonly venueId: string;
  readonly countId: string;
  readonly unitId: string | null;
  readonly position: number | null;
  readonly storeId: string | null;
  readonly ingredientId: string;
  readonly ml: number;
}

const bodyOf = (lines: readonly WaitingLine[]) => ({
  lines: lines.map(({ key, unitId, position, storeId, ingredientId, ml, atMs }) => ({
    key,
    ...(unitId !== null && position !== null && { unitId, position }),
    ...(storeId !== null && { storeId }),
    ingredientId,
    ml,
    at: atMs,
  })),
});

const paramsOf = ({ venueId, countId }: WaitingLine) => ({ venueId, id: countId });

const queue = waitingQueue<WaitingLine>({
  storageKey: 'countLines',
  isEntry: (value): value is WaitingLine => 'countId' in value,
  goTogether: (first, other) => first.countId === other.countId,
  // Of a request.
  mostTogether: 500,
  request: async (lines) => {
    await api.addCountLines({ params: paramsOf(lines[0]), body: bodyOf(lines) });
  },
  refresh: (line) => invalidate('getStockCount', { params: paramsOf(line) }),
  waitsForRefresh: true,
  about: 'count lines',
});

export const { waiting: waitingLines, send: sendCountLines } = queue;

export const addCountLine = (line: Omit<WaitingLine, Exclude<keyof Waiting, 'userId'>>): void =>
  void queue.add(line.userId, (made) => ({ ...line, ...made }));
