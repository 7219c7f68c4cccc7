import { z } from 'zod';
import { withoutMoney } from './money.ts';

/** Encodes by a schema of the contract, without amounts of money for those who may not see them. */
export const encodeJson = (schema: z.ZodType, value: unknown, seesMoney: boolean): string =>
  JSON.stringify(z.encode(seesMoney ? schema : withoutMoney(schema), value));
