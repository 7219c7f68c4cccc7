/** The service worker: a browser has one for all pages, with the files of the dashboard and push messages. */
export const workerPath = '/sw.js';
