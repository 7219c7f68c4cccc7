import type { Db } from '../../db/tables/tables.ts';
import { listCases, sumOpenCases } from '../cases/cases.queries.ts';
import { type ReadCase, readCases } from '../cases/read-cases.ts';

const shown = 5;

export interface OpenCases {
  open: number;
  glasses: number;
  owedCents: number;
  /** Newest group first. */
  latest: ReadCase[];
}

/** Counts the open cases of a venue, and reads the newest of them. */
export async function readOpenCases(db: Db, venueId: string): Promise<OpenCases> {
  const { open, glasses, owed_cents: owedCents } = await sumOpenCases(db, venueId);
  const filter = { venueId, unitId: null, cause: undefined, state: 'open' } as const;
  const page = open === 0 ? [] : await listCases(db, filter, { before: undefined, size: shown });
  return { open, glasses, owedCents, latest: await readCases(db, page) };
}
