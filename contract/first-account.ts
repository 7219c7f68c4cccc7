/** The first account of an installation that has none. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { companyName, email, line, newPassword, plainText } from './fields.ts';
import { newClockFields } from './nights.ts';

export const getFirstRun = defineEndpoint({
  method: 'GET',
  path: '/api/first-run',
  summary: 'Whether this installation has no account yet',
  permission: 'public',
  responses: { 200: z.object({ isNeeded: z.boolean() }) },
});

const account = {
  /** That the server prints when it starts without an account. */
  code: plainText(40).min(1, 'Enter the setup code'),
  email,
  password: newPassword,
};

/** 403 for another code, 409 once there is an account, and 429 after 20 attempts of a network in 15 minutes. */
export const createFirstAccount = defineEndpoint({
  method: 'POST',
  path: '/api/first-run',
  summary:
    'Make the first account of an installation, an owner with a venue or a super admin, and sign in; works while there is no account',
  permission: 'public',
  body: z.discriminatedUnion('accountType', [
    z.object({
      accountType: z.literal('owner'),
      venueName: line(200, 'Enter the name of the bar'),
      /** Of the company; the name of the venue without one. */
      name: companyName.optional(),
      ...account,
      ...newClockFields,
    }),
    z.object({ accountType: z.literal('SUPER_ADMIN'), ...account }),
  ]),
  responses: { 201: z.object({ token: z.string() }) },
});
