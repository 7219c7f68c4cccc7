/** The mail with a link for a new password; the link follows the text. */

/** Minutes for which a link for a new password can be used. */
export const resetMinutes = 30;

export const passwordResetMail = {
  subject: 'Set a new password for Barback',
  body: [
    'Somebody asked for a new password for the account of Barback with this email address.',
    '',
    `If it was you, set the password here. The link works once, for ${resetMinutes} minutes. If it was not you, nothing changes, and you can delete this mail:`,
  ].join('\n'),
} as const;
