import type { ChosenOwner } from '../../context/chosen-owner.ts';
import { sharedValue, useSharedValue } from '../../ui/shared-value.ts';

interface Choice {
  readonly owner: ChosenOwner;
  readonly venueId: string | undefined;
}

const choice = sharedValue<Choice | null>(null);

/**
 * Asks for the reason to act for this owner, at this venue.
 * @param press of the link, which leads there once the reason is given
 */
export function actFor(
  owner: ChosenOwner,
  venueId: string | undefined,
  press?: { preventDefault: () => void },
): void {
  press?.preventDefault();
  choice.set({ owner, venueId });
}

export const forgetChoice = (): void => choice.set(null);
export const useChoice = (): Choice | null => useSharedValue(choice);
