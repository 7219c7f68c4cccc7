/** Counts duplicate lines in a file of any length. */

const firstSlots = 65_536;

/**
 * Returns, for each line's SHA-256, the number of earlier lines with the same content. Stores 8 bytes of the hash,
 * which takes 16 to 32 bytes of memory per line. In principle, two different lines may share those bytes: the later
 * one is then numbered as a duplicate, every time that file is read, and stays just as identifiable.
 */
export function occurrenceCounter(): (hash: Buffer) => number {
  let slots = new BigUint64Array(firstSlots);
  let used = 0;
  // Few lines are duplicated, so only those get a count.
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

/** Returns the slot of this fingerprint, or the empty slot (0) for it; there always is one. */
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
