/** The owner for whom a person with several owners makes a request, as its header names it. */

/** Code of the refusal of a request for an owner who does not have the person among their staff, or not any more. */
export const ownerEndedCode = 'owner_ended';
/** Code of the refusal of a request that was made with former permissions. */
export const ownerChangedCode = 'owner_changed';

export const chosenOwnerMessages = {
  ended: 'You have no access to this owner. Choose another one',
  changed: 'What you may do for this owner has changed. Load the page again',
  /** Empty where the name was not known. */
  left: (name: string) =>
    name === ''
      ? 'You have no access to the owner of this tab any more'
      : `You have no access to ${name} any more`,
} as const;

/** The id of an owner, and what the client knows of the membership; no version where it does not matter. */
export interface ChosenOwner {
  ownerId: string;
  version: string | null;
}

export const chosenOwnerText = ({ ownerId, version }: ChosenOwner): string =>
  version === null ? ownerId : `${ownerId} ${version}`;

export function readChosenOwner(text: string): ChosenOwner {
  const [ownerId = '', version = null] = text.trim().split(/ +/);
  return { ownerId, version };
}
