/** Messages about alerts. */

const done = {
  acknowledge: 'marked as seen',
  snooze: 'snoozed',
  resolve: 'resolved',
  reopen: 'reopened',
} as const;

export const alertMessages = {
  useBefore: 'Use before with the id of the last alert',
  noSuchAlertBefore: 'No such alert in this venue',
  badTime: 'Use minutes after midnight, 0 to 1439',
  badWeekday: 'Use days 0 (Sunday) to 6',
  unknownKind: 'Use a known kind of alert',
  nameVenues: 'Choose at least one venue, or all',
  unknownVenue: 'Choose venues that you may use',
  needsPhone: 'Enter a mobile number for text messages',
  badPushKey: 'Use a key of a browser, in base64url',
  unknownPushService: 'This browser uses a push service that is not known here',
  pushIsOff: 'Push messages are not set up on this server',
  pushOfOther: 'This browser gets the push messages of another account',
  sameQuietTimes: 'Choose an end other than the start',
  snoozeIncomplete: 'Enter a day and a time of day',
  snoozeAhead: 'Choose a time within the next seven days',
  resolved: 'This alert is resolved already. Reopen it first',
  notResolved: 'This alert is open',
  openAgain: 'Its cause is back: another alert of it is open',
  notDone: (action: keyof typeof done, reason: string) => `Not ${done[action]}. ${reason}`,
} as const;
