import { bundleLimits } from '../../../rules/renderings/bundle.ts';
import { renderingMessages } from '../../../rules/renderings/rendering-messages.ts';

/** Error message for a file that cannot be a bundle; else null. */
export function zipError({ name, size }: Pick<File, 'name' | 'size'>): string | null {
  if (!/\.zip$/i.test(name)) return renderingMessages.notZip;
  if (size === 0) return renderingMessages.emptyZip;
  return size > bundleLimits.zipBytes ? renderingMessages.tooLarge : null;
}

/** Formats a file size: `12.4 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [amount, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kB'] : [bytes / 1_000_000, 'MB'];
  return `${amount.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`;
}
