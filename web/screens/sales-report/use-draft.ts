import { useState } from 'react';
import { dateMessages } from '../../../lib/date-messages.ts';
import { isSameLookup } from './lookup.ts';
import type { Lookup } from './lookup.ts';

/** What is missing or wrong, at the field it concerns. */
export interface DraftProblems {
  readonly from?: string;
  readonly to?: string;
}

export interface Draft {
  readonly value: Lookup;
  readonly problems: DraftProblems;
  readonly change: (changes: Partial<Lookup>) => void;
  /** Gives the draft when it can be looked up, and shows its problems when not. */
  readonly check: () => Lookup | null;
}

function problemsOf({ from, to }: Lookup): DraftProblems {
  if (from && to && from > to) return { to: dateMessages.daysReversed };
  return {
    ...(from ? {} : { from: 'Choose a start date' }),
    ...(to ? {} : { to: 'Choose an end date' }),
  };
}

/**
 * The controls as they are being set: nothing is asked for until Lookup sales.
 * @param lookedUp what they start with, and follow when another address is opened
 */
export function useDraft(lookedUp: Lookup): Draft {
  const [value, setValue] = useState(lookedUp);
  const [followed, setFollowed] = useState(lookedUp);
  const [problems, setProblems] = useState<DraftProblems>({});
  if (!isSameLookup(followed, lookedUp)) {
    setFollowed(lookedUp);
    setValue(lookedUp);
    setProblems({});
  }
  return {
    value,
    problems,
    change: (changes) => {
      setValue({ ...value, ...changes });
      setProblems({});
    },
    check: () => {
      const found = problemsOf(value);
      setProblems(found);
      return found.from || found.to ? null : value;
    },
  };
}
