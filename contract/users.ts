/** Accounts: registering, signing in, renewing a session, signing out. */
import { z } from 'zod';
import { defineEndpoint } from './endpoint.ts';
import {
  companyName,
  currentPassword,
  email,
  id,
  line,
  linkToken,
  newPasswordFields,
  optionalLine,
  timeOut,
  typedTwice,
  venueName,
} from './fields.ts';
import { newClockFields } from './nights.ts';
import { isPlainText } from '../lib/plain-text.ts';
import { sessionMessages } from '../rules/users/session-messages.ts';
import { actingMessages } from '../rules/users/sign-in.ts';

/** Fields in form order, so that the first error belongs to the topmost field. */
export const registration = typedTwice(
  z.object({
    name: companyName,
    venueName,
    email,
    ...newPasswordFields,
    /** Of the venue. */
    ...newClockFields,
  }),
);

/** An account without its password. */
export const user = z.object({
  id: z.string(),
  name: z.string(),
  venueName: z.string(),
  email: z.string(),
  accountType: z.enum(['owner', 'SUPER_ADMIN', 'customer']),
});

export const register = defineEndpoint({
  method: 'POST',
  path: '/api/users/register',
  summary: 'Register an owner with a first venue',
  permission: 'public',
  body: registration,
  responses: { 201: user },
});

export const login = defineEndpoint({
  method: 'POST',
  path: '/api/users/login',
  summary:
    'Sign in; the token carries the claims accountType, exp and rotoken (the API token). An account with a second factor gets 202 with a challenge for the second step instead',
  permission: 'public',
  body: z.object({
    email: z
      .string({ error: 'Enter your email' })
      .trim()
      .min(1, 'Enter your email')
      .max(254, 'Use at most 254 characters')
      .refine((text) => isPlainText(text), sessionMessages.badEmail),
    password: currentPassword,
  }),
  responses: {
    200: z.object({ token: z.string() }),
    202: z.object({
      step: z.literal('secondFactor'),
      /** For the second step, within five minutes. */
      challenge: z.string(),
    }),
  },
});

export const renewSession = defineEndpoint({
  method: 'POST',
  path: '/api/users/session/renew',
  summary:
    'Extend this session to twelve hours from now, at most to 30 days after its sign-in; returns a new login token with the same API token',
  permission: 'account.use',
  responses: { 200: z.object({ token: z.string() }) },
});

export const logout = defineEndpoint({
  method: 'POST',
  path: '/api/users/logout',
  summary: 'End this session: its tokens stop working at once',
  permission: 'account.use',
  responses: { 200: z.object({ ended: z.literal(true) }) },
});

/** The caller's own account: its name and its email. */
export const updateProfile = defineEndpoint({
  method: 'PATCH',
  path: '/api/users/me',
  summary:
    "Change the caller's own name or email; a new email counts once the link that is sent to it is used. The response does not tell whether another account has it",
  permission: 'account.use',
  body: z.object({
    /** Of an owner, the name of the company. */
    name: line(200, 'Enter a name').optional(),
    /** Shown in place of the name where both are known. */
    firstName: optionalLine(100).optional(),
    lastName: optionalLine(100).optional(),
    email: email.optional(),
    currentPassword,
  }),
  responses: {
    200: z.object({
      name: z.string(),
      firstName: z.string().nullable(),
      lastName: z.string().nullable(),
      email: z.string(),
      /** Email to which a link was sent; null without a new one. */
      requestedEmail: z.string().nullable(),
    }),
  },
});

export const acceptNewEmail = defineEndpoint({
  method: 'POST',
  path: '/api/users/email/accept',
  summary: 'Change the email of an account to the one that the link was sent to',
  permission: 'public',
  body: z.object({ token: linkToken }),
  responses: { 200: z.object({ email: z.string() }) },
});

const acting = z.object({
  ownerId: z.string(),
  /** Empty where none was given. */
  reason: z.string(),
  startedAt: timeOut,
  expiresAt: timeOut,
  secondsLeft: z.number(),
});

/** Acting of a super admin for an owner, for an hour. */
export const startActing = defineEndpoint({
  method: 'POST',
  path: '/api/admins/acting',
  summary:
    'Act for an owner for 60 minutes from now, in this session; repeated while it lasts, it is extended. Start and end are in the log of the owner',
  permission: 'platform.manage',
  body: z.object({
    ownerId: id,
    /** Why. The setting ACTING_REASON says whether one is needed: 400 without it. */
    reason: optionalLine(200).default(''),
  }),
  responses: { 201: acting },
});

export const actAs = defineEndpoint({
  method: 'POST',
  path: '/api/admins/act-as',
  summary:
    'Act for an owner from the list of all units, as /api/admins/acting, which always takes a reason here',
  permission: 'platform.manage',
  hidden: true,
  body: z.object({ ownerId: id, reason: line(200, actingMessages.reasonRequired) }),
  responses: { 201: acting },
});

export const stopActing = defineEndpoint({
  method: 'DELETE',
  path: '/api/admins/acting/{ownerId}',
  summary: 'Stop acting for an owner in this session',
  permission: 'platform.manage',
  responses: {
    200: z.object({
      /** False when it had ended already. */
      stopped: z.boolean(),
    }),
  },
});
