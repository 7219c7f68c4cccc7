/** Formats a duration in milliseconds as minutes and seconds: `1 min 35 s`; a dash when unknown. */
export function durationText(durationMs: number | null | undefined): string {
  if (durationMs === null || durationMs === undefined) return '–';
  const seconds = Math.round(durationMs / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}
