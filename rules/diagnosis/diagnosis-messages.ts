/** Diagnosis messages: what happened, then what to check. */

/** Reasons why a drink was not poured, was free or was refunded. */
export const diagnosisMessages = {
  place: (position: number, name: string) => `Position ${position} (${name})`,
  poured: (ml: number, requestedMl: number | null, ms: number) =>
    `poured ${ml}${requestedMl === null ? '' : ` of ${requestedMl}`} ml in ${Math.round(ms / 100) / 10} s`,
  empty: (place: string) => `${place} was empty`,
  emptyButRecorded: (place: string, leftMl: number) =>
    `${place} was empty, although ${leftMl} ml are recorded: check the bottle, then restore it`,
  blocked: (place: string) => `${place} was blocked: clean the nozzle and check the line`,
  tooSlow: (place: string, poured: string) =>
    `${place} ${poured}: check the line for air or a kink`,
  stoppedEarly: (place: string, poured: string) =>
    `${place} ${poured}: the bottle may have run out in the middle`,
  cancelled: (place: string, poured: string) => `${place} ${poured}: the pour was cancelled`,
  noPours: 'The unit reported no pours: it may have lost power or been stopped by hand',
  allPoured: (success: number, quantity: number) =>
    `Every pour was reported as complete, yet ${success} of ${quantity} counted as served`,
  enteredByHand: 'The order was entered by hand: no unit poured it',
  notLoaded: (name: string) => `${name} is not loaded in this unit any more`,
  switchedOff: (name: string) => `${name} is switched off in this unit`,
  nearlyOut: (name: string, leftMl: number, servingMl: number) =>
    `${name} has ${leftMl} ml left, less than the ${servingMl} ml of a serving`,
  fullDiscount: 'This unit gives a discount of 100%',
  noPrice: 'The drink had a price of $0.00, so it was given away',
  noReader: 'No card reader took a payment for it',
  onlySome: (success: number, quantity: number) =>
    `Only ${success} of ${quantity} were poured completely`,
  paidBack: (amount: string) => `It was refunded: ${amount} went back`,
  refunded: 'It was refunded',
} as const;
