// Test helper: the clock of an app.

// Tests may replace the global clock.
const { now: realNow } = Date;

export interface TestClock {
  now: () => Date;
  /** Stops the clock at this time. */
  setNow: (date: Date) => void;
  /** Time of this clock at a moment of the real one. */
  clockAt: (moment: Date) => Date;
}

/** A clock that shows the real time until it is set. */
export function makeTestClock(): TestClock {
  const changes: { since: number; now: Date }[] = [];
  return {
    now: () => changes.at(-1)?.now ?? new Date(),
    setNow: (date) => {
      // In a millisecond of its own: times of the database before and after are told apart.
      const before = realNow();
      while (realNow() === before);
      changes.push({ since: realNow(), now: date });
    },
    clockAt: (moment) => changes.findLast(({ since }) => since <= moment.getTime())?.now ?? moment,
  };
}
