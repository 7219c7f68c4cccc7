/** The response, or the reason of the signal when that is aborted first. */
export const inTime = <T>(signal: AbortSignal, response: Promise<T>): Promise<T> =>
  Promise.race([
    response,
    new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    }),
  ]);
