/** The part of a venue's sales that a comparison concerns, as conditions. */
import { type RawBuilder, sql } from 'kysely';
import {
  bucketEnd,
  bucketStart,
  type Grain,
  type Stretch,
} from '../../rules/reports/rollup-cover.ts';

/** Whole hours; null for all sales. */
export type Part = Stretch | null;

const inStretch = (column: RawBuilder<unknown>, { startMs, endMs }: Stretch) =>
  sql`and ${column} >= ${new Date(startMs)}::timestamptz and ${column} < ${new Date(endMs)}::timestamptz`;

/** `and …` on sale. */
export const soldIn = (part: Part): RawBuilder<unknown> =>
  part === null ? sql`` : inStretch(sql`sale.sold_at`, part);

/** `and …` on buckets: those of this grain that have a share in the part, with all finer ones in them. */
export const inBuckets = (part: Part, grain: Grain): RawBuilder<unknown> =>
  part === null
    ? sql``
    : inStretch(sql`bucket`, {
        startMs: bucketStart(grain, part.startMs),
        endMs: bucketEnd(grain, part.endMs),
      });
