import { passwordLength } from './sign-in.ts';

/** Signing in and registering. */
export const sessionMessages = {
  pleaseLogIn: 'Please sign in',
  noEmail: 'Enter an email address',
  badEmail: 'Enter a valid email address',
  noPassword: 'Enter a password',
  shortPassword: `Use at least ${passwordLength.least} characters`,
  noPasswordAgain: 'Enter the password again',
  passwordsDiffer: 'The passwords do not match',
  noCompanyName: 'Enter the company name',
  noVenueName: 'Enter the venue name',
  commonPassword: 'This password is one of the first that are guessed. Use another one',
  emailAsPassword: 'Use a password other than your email',
  emailTaken: 'This email is already registered',
  emailNotFound: 'There is no account with this email',
  passwordIncorrect: 'The password is not correct',
  wrongCode: 'This code is not correct, or was used already',
  secondFactorIsOn: 'Two-step sign-in is on already',
  noSecret: 'Two-step sign-in is off',
  locked: 'This account is locked. Ask your administrator',
  ended: 'Your session has ended. Sign in to go on where you were.',
  noMembership: 'Your access has been suspended or removed. Ask the owner of the bar',
  resetRequested:
    'If there is an account with this email, a link is on its way. It works once, for 30 minutes.',
  resetExpired: 'This link has expired. Request another one on the sign-in page',
  passwordReset: 'Your password is set. All devices are signed out; sign in with the new one.',
  /** A super admin has set the first password, or passes on how to set one. */
  registered: (name: string, email: string) =>
    `${name} is registered. They sign in with ${email} and the password that you entered, or set their own under “Forgot your password?”.`,
  passwordChanged: 'Your password is changed. Other devices are signed out.',
} as const;

/** Days after its last session for which a device is known. */
export const knownDeviceDays = 90;

interface MailText {
  subject: string;
  body: string;
}

const timeText = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** @param profileUrl address of the profile, where sessions are ended and the password is changed */
export function newDeviceMail({
  device,
  network,
  at,
  profileUrl,
}: {
  device: string | null;
  network: string;
  at: Date;
  profileUrl: string;
}): MailText {
  return {
    subject: 'A new device signed in to Barback',
    body: [
      'A device that has not been used with your account of Barback lately has signed in.',
      '',
      `Device: ${device ?? 'Unknown device'}`,
      `Network: ${network}`,
      `Time: ${timeText.format(at)} UTC`,
      '',
      `If it was you, there is nothing to do. If it was not you, change your password and end the session on your profile: ${profileUrl}`,
    ].join('\n'),
  };
}

/** Mails to the holder of an account about its use. */
export function refusedPasskeyMail({
  name,
  at,
  profileUrl,
}: {
  name: string;
  at: Date;
  profileUrl: string;
}): MailText {
  return {
    subject: 'A passkey of your account of Barback was refused',
    body: [
      `The passkey “${name}” was refused, because it may have been copied: its counter has not grown since it was last used.`,
      '',
      `Time: ${timeText.format(at)} UTC`,
      '',
      `Remove it and add a new one on your profile: ${profileUrl}`,
    ].join('\n'),
  };
}
