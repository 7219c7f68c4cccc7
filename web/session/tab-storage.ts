/** Storage of this tab: survives a reload, and is not shared with other tabs. Cleared when the session ends. */
import { isPreview } from './preview.ts';

// A frame shares the storage of its tab.
const key = isPreview() ? 'previewContext' : 'context';

export const readTabContext = (): string | null => sessionStorage.getItem(key);
export const writeTabContext = (value: string): void => sessionStorage.setItem(key, value);
export const clearTabContext = (): void => sessionStorage.removeItem(key);
