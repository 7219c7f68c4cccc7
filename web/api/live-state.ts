/** Tonight of a venue as its stream shows it: server-sent events, and the state that they add up to. */
import type { z } from 'zod';
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';
import type { liveEvent } from '../../contract/live.ts';

export type LiveNight = ResponseOf<Endpoints['getLiveNight']>;
export type LiveSale = LiveNight['sales'][number];
export type CurvePoint = LiveNight['curve'][number];
type LiveChange = z.output<typeof liveEvent>;

/** Sales that are kept, as many as a snapshot has. */
const shownSales = 20;

export interface StreamEvent {
  readonly name: string;
  readonly id: string;
  readonly data: string;
}

/** Splits a text that arrives in pieces into events; comments are left out. */
export function eventReader(): (piece: string) => StreamEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const fields = new Map(
        block.split('\n').map((line) => {
          const at = line.indexOf(':');
          return [line.slice(0, at), line.slice(at + 1).trim()] as const;
        }),
      );
      const data = fields.get('data');
      if (data === undefined) return [];
      return [{ name: fields.get('event') ?? 'message', id: fields.get('id') ?? '', data }];
    });
  };
}

/** The night after an event; null before the first snapshot. */
export function afterEvent(night: LiveNight | null, { name, data }: StreamEvent): LiveNight | null {
  if (name === 'snapshot') {
    const snapshot: LiveNight = JSON.parse(data);
    return snapshot;
  }
  if (night === null) return null;
  const {
    unitNumber: _unit,
    number: _number,
    sale,
    curve,
    ...parts
  }: LiveChange = JSON.parse(data);
  return Object.assign(
    {},
    night,
    parts,
    sale && { sales: withSale(night.sales, sale) },
    curve && { curve: withEnd(night.curve, curve) },
  );
}

/** A sale replaces the one with its id. */
function withSale(sales: readonly LiveSale[], sale: LiveSale): LiveSale[] {
  return [sale, ...sales.filter(({ id }) => id !== sale.id)]
    .sort((a, b) => Date.parse(b.soldAt) - Date.parse(a.soldAt) || (a.id < b.id ? 1 : -1))
    .slice(0, shownSales);
}

/** The end replaces all points from the minute of its first on. */
function withEnd(curve: readonly CurvePoint[], end: readonly CurvePoint[]): CurvePoint[] {
  const [first] = end;
  if (!first) return [...curve];
  return [...curve.filter(({ minute }) => minute < first.minute), ...end];
}
