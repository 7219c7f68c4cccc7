/** Mails to the holder of an account about its use. */

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
