import { useState } from 'react';
import { dateMessages } from '../../../lib/date-messages.ts';
import { isSameLookup } from './lookup.ts';
import type { Lookup } from './lookup.ts';

/** Validation errors by field. */
export interface DraftErrors {
  readonly from?: string;
  readonly to?: string;
}

export interface Draft {
  readonly value: Lookup;
  readonly problems: DraftErrors;
  readonly change: (changes: Partial<Lookup>) => void;
  /** Returns the draft when it is valid; otherwise shows its errors. */
  readonly check: () => Lookup | null;
}

function errorsOf({ from, to }: Lookup): DraftErrors {
  if (from && to && from > to) return { to: dateMessages.daysReversed };
  return {
    ...(from ? {} : { from: 'Choose a start date' }),
    ...(to ? {} : { to: 'Choose an end date' }),
  };
}

/**
 * Draft values of the controls: nothing is requested until Lookup sales.
 * @param lookedUp initial values, also applied when the URL changes
 */
export function useDraft(lookedUp: Lookup): Draft {
  const [value, setValue] = useState(lookedUp);
  const [followed, setFollowed] = useState(lookedUp);
  const [problems, setErrors] = useState<DraftErrors>({});
  if (!isSameLookup(followed, lookedUp)) {
    setFollowed(lookedUp);
    setValue(lookedUp);
    setErrors({});
  }
  return {
    value,
    problems,
    change: (changes) => {
      setValue({ ...value, ...changes });
      setErrors({});
    },
    check: () => {
      const found = errorsOf(value);
      setErrors(found);
      return found.from || found.to ? null : value;
    },
  };
}
