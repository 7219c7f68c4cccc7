/** What the server demands of the user before it carries a request out. */

type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;
const factorListeners = new Set<() => void>();

/** Lets the user confirm who they are, once for all requests that wait for it; false when they do not. */
export function askIdentity(): Promise<boolean> {
  if (ask === null) return Promise.resolve(false);
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}

/** @param given shows the question, and resolves to true once the server has accepted the password or the passkey */
export function onIdentityDemand(given: Ask): () => void {
  ask = given;
  return () => {
    if (ask === given) ask = null;
  };
}

/** The account must have a second factor and has none: it may only add one. */
export function demandSecondFactor(): void {
  for (const listener of factorListeners) listener();
}

export function onSecondFactorDemand(listener: () => void): () => void {
  factorListeners.add(listener);
  return () => factorListeners.delete(listener);
}
