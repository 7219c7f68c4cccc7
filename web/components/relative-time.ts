const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Relative time: `just now`, `12 min ago`, `3 h ago`, `2 days ago`. A time in the future, from a clock that is ahead,
 * is just now.
 */
export function agoText(ms: number, nowMs: number): string {
  const agoMs = nowMs - ms;
  if (agoMs < minuteMs) return 'just now';
  if (agoMs < hourMs) return `${Math.floor(agoMs / minuteMs)} min ago`;
  if (agoMs < dayMs) return `${Math.floor(agoMs / hourMs)} h ago`;
  const days = Math.floor(agoMs / dayMs);
  return days === 1 ? '1 day ago' : `${days.toLocaleString('en-US')} days ago`;
}
