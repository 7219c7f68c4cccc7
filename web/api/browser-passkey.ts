/** Steps with passkeys that the browser carries out, in dialogs of its own. */
import type { ResponseOf } from '../../contract/endpoint.ts';
import type { Endpoints } from '../../contract/endpoints.ts';

/** Runs a step of the browser, whose own errors are those of a cancelled or impossible dialog. */
export async function inBrowser<Answer>(
  step: () => Promise<Answer>,
  failed: string,
): Promise<Answer> {
  try {
    return await step();
  } catch (error) {
    throw new Error(failed, { cause: error });
  }
}

/** @param failed message of the error where no passkey was used */
export const signWithPasskey = (
  optionsJSON: ResponseOf<Endpoints['startPasskeySignIn']>,
  failed: string,
) =>
  inBrowser(async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const { response, ...rest } = await startAuthentication({ optionsJSON });
    return { ...rest, response: { ...response, userHandle: response.userHandle ?? '' } };
  }, failed);
