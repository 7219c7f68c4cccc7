import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { line } from './fields.ts';
import { flagKinds, flagNamed } from '../rules/flags/flag-names.ts';

export const flagNames = [
  flagNamed.doubleOrder,
  flagNamed.inventoryManagement,
  flagNamed.multipleBottles,
  flagNamed.turboshot,
  flagNamed.confirmationPage,
  flagNamed.paxShift4,
] as const;

export type FlagName = (typeof flagNames)[number];

/** Maps each flag name to whether it is on. */
export const flags = z.record(z.enum(flagNames), z.boolean());

export const getFlags = defineEndpoint({
  method: 'GET',
  path: '/api/flags',
  summary: 'The flags of one venue (by id or name) or one unit (by id or number)',
  permission: 'flags.read',
  query: z.object({ kind: z.enum(['venue', 'unit']), key: line(200) }),
  responses: { 200: z.object({ flags }) },
});

export const setFlag = defineEndpoint({
  method: 'PUT',
  path: '/api/flags',
  summary: 'Switch one flag of one venue (by id or name) or one unit (by id or number)',
  permission: 'platform.manage',
  body: z
    .object({
      kind: z.enum(['venue', 'unit'], { error: 'Choose venue or unit' }),
      key: line(200),
      flag: z.enum(flagNames, { error: 'Choose one of the six flags' }),
      enabled: z.boolean({ error: 'Use true or false' }),
      /** 409 when the flag is not in this state any more. */
      expected: z.boolean({ error: 'Use true or false' }).optional(),
    })
    .refine(({ kind, flag }) => flagKinds[flag].includes(kind), {
      path: ['flag'],
      error: 'This flag has no effect there: use the other kind',
    }),
  responses: { 200: z.object({ flags }) },
});
