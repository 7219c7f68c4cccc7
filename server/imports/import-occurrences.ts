/** Counts lines that read the same, in a file of any length. */

const firstSlots = 65_536;

/**
 * Tells of each line, by its SHA-256, how many before it read the same. It remembers 8 bytes of the hash, which takes 16
 * to 32 bytes of memory a line. Two different lines may in principle share those bytes: the later one then gets the
 * number of a repetition, every time that file is read, and is as well known by that.
 */
export function occurrenceCounter(): (hash: Buffer) => number {
  let slots = new BigUint64Array(firstSlots);
  let used = 0;
  // Few lines come more than once, so the others need no count.
  const repetitions = new Map<bigint, number>();
  return (hash) => {
    const print = hash.readBigUInt64LE() || 1n;
    const slot = slotOf(slots, print);
    if (slots[slot] === print) {
      const before = (repetitions.get(print) ?? 0) + 1;
      repetitions.set(print, before);
      return before;
    }
    slots[slot] = print;
    used += 1;
    if (used * 2 > slots.length) slots = enlarged(slots);
    return 0;
  };
}

/** Where this print is, or the empty slot it belongs in; there always is one, and it holds 0. */
function slotOf(slots: BigUint64Array, print: bigint): number {
  const last = slots.length - 1;
  let slot = Number(print & BigInt(last));
  while (slots[slot] !== 0n && slots[slot] !== print) slot = (slot + 1) & last;
  return slot;
}

function enlarged(slots: BigUint64Array): BigUint64Array<ArrayBuffer> {
  const larger = new BigUint64Array(slots.length * 2);
  for (const print of slots) if (print !== 0n) larger[slotOf(larger, print)] = print;
  return larger;
}
