/** User-visible messages about who gets messages, and about the confirmation of addresses and numbers. */
export const recipientMessages = {
  notUsNumber: (number: string) => `${number} is not a US phone number`,
  premiumNumber: (number: string) => `${number} is a premium number. Use a phone of a person`,
  serviceNumber: (number: string) =>
    `${number} cannot receive text messages. Use a phone of a person`,
  notAContact: 'This is not a contact of the unit',
  alreadyConfirmed: 'This is already confirmed',
  declined: 'The holder of this number or address has declined. Nothing more is sent there',
  tooManyRequests:
    'The limit of confirmation requests for today is reached. Please try again tomorrow',
  confirmEmailFirst: (address: string) =>
    `Confirm your email address first: open the link in the mail that was sent to ${address}`,
  emailDeclined: (address: string) =>
    `${address} has refused mail from Barback. Ask an administrator to change your email address`,
  linkSent: (address: string) => `A link is on its way to ${address}`,
  sendLinkAgain: 'Send the link again',
  sendAgain: 'Send again',
  noSuchLink: 'This link is not valid. Check that it was copied completely',
  linkUsed: 'This link has already been used',
  linkExpired: 'This link has expired. It can be sent again from Barback',
  states: {
    waiting: 'Waiting for confirmation',
    confirmed: 'Confirmed',
    declined: 'Declined',
  },
  heldBack: 'The request was not sent: the limit for today is reached',
} as const;
