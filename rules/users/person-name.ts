export interface NamedAccount {
  /** Of an owner, the name of the company. */
  name: string;
  first_name: string | null;
  last_name: string | null;
}

/** Account of a row that is joined with it; null where none is. */
export const joinedAccount = ({
  name,
  first_name: first = null,
  last_name: last = null,
}: {
  readonly [Column in keyof NamedAccount]?: NamedAccount[Column] | null | undefined;
}): NamedAccount | null =>
  typeof name === 'string' ? { name, first_name: first, last_name: last } : null;

/** Name of the person who uses an account: first and last name where both are known, else the name of the account. */
export const personName = ({ name, first_name: first, last_name: last }: NamedAccount): string =>
  first && last ? `${first} ${last}` : name;

/** Minutes for which the link to a new email can be used. */
export const emailChangeMinutes = 60;

/** To the new address; the link follows the text. */
export const newEmailMail = {
  subject: 'Confirm your new email address for Barback',
  body: [
    'Somebody asked to use this email address for their account of Barback.',
    '',
    `If it was you, confirm it here. The link works once, for ${emailChangeMinutes} minutes. If it was not you, nothing changes, and you can delete this mail:`,
  ].join('\n'),
} as const;

/** To an address that an account has already. */
export const takenEmailMail = {
  subject: 'Your email address at Barback',
  body: [
    'Somebody asked to use this email address for their account of Barback. An account has it already, so nothing changes.',
    '',
    'If it was you, sign in to that account with this address.',
  ].join('\n'),
} as const;

/** To the address before. */
export const formerEmailMail = {
  subject: 'Your email address at Barback has changed',
  body: [
    'Your account of Barback has another email address now. Sign in with the new one from now on; this one gets no more email.',
    '',
    'If it was not you, ask your administrator at once: the account can be locked.',
  ].join('\n'),
} as const;

/** Mails about a new email of an account. */
export const emailChangeMessages = {
  linkExpired: 'This link has expired. Ask for another one on your profile',
  isTaken: 'Another account has this email meanwhile',
} as const;
