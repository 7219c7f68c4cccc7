/** Parts that are only needed without a network, or a while after a page was opened: one file, loaded late. */
export { eraseKept } from './response-store.ts';
export { isKeepingRefused, keepResponses, savedResponse, shownSinceMs } from './saved-responses.ts';
export {
  isNewerVersion,
  isShellRefused,
  loadNewerVersion,
  startShellWorker,
} from './shell-worker.ts';
