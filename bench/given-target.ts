import { z } from 'zod';
import type { ConnectionTarget } from '../db/pool/connect.ts';

const target = z.union([
  z.object({ url: z.string() }),
  z.object({ socketDir: z.string(), port: z.number(), user: z.string(), database: z.string() }),
]);

/** Database given to this process at start. */
export const givenTarget = (): ConnectionTarget =>
  target.parse(JSON.parse(process.argv[2] ?? 'null'));
