import { messageOf } from '../../../db/start-error.ts';
import { isPushEndpoint } from '../../../rules/alerts/push-services.ts';
import type { OutgoingPush, Push } from './port.ts';
import { SendError } from '../provider-errors.ts';

export interface PushSettings {
  /** VAPID keys (RFC 8292), in base64url. */
  publicKey: string;
  privateKey: string;
  /** Contact for push services: a mailto: or https: address. */
  subject: string;
  /** Hosts of push services, as isPushEndpoint takes them. */
  hosts: readonly string[];
}

const patienceMs = 15_000;

/** Refuses every message: there are no keys to sign it with. */
export const noPush: Push = {
  isRepeatable: true,
  send: () => Promise.reject(new SendError('refused', 'Push messages are not set up')),
};

/**
 * Sends push messages to the push services of browsers, encrypted for the browser (RFC 8291). Repeatable: a message with
 * the same topic replaces the one before, and a browser shows each id once. Loads its library lazily.
 */
export async function webPush(settings: PushSettings): Promise<Push> {
  const { default: library } = await import('web-push');
  const { hosts, ...vapidDetails } = settings;
  return {
    isRepeatable: true,
    send: async (push) => {
      // Stored when it was allowed; the list may be another one now.
      if (!isPushEndpoint(push.endpoint, hosts))
        throw new SendError('refused', 'The address is not one of a known push service');
      await post(requestOf(push));
    },
  };

  function requestOf(push: OutgoingPush): { url: string; headers: Headers; body: Uint8Array } {
    const { id, endpoint, p256dh, auth, title, text, path, topic, urgency, ttlSeconds } = push;
    try {
      const { headers, body } = library.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        JSON.stringify({ id, title, text, path, tag: topic }),
        { vapidDetails, TTL: ttlSeconds, urgency, topic },
      );
      const sent = new Headers();
      for (const [name, value] of Object.entries(headers))
        if (name !== 'Content-Length') sent.set(name, value);
      return { url: endpoint, headers: sent, body: new Uint8Array(body) };
    } catch (error) {
      // Keys that are not those of a browser.
      throw new SendError('refused', messageOf(error), { cause: error });
    }
  }
}

async function post({
  url,
  headers,
  body,
}: {
  url: string;
  headers: Headers;
  body: Uint8Array;
}): Promise<void> {
  let status: number;
  try {
    // A redirect could lead to an address that is not allowed.
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(patienceMs),
    });
    status = response.status;
    await response.body?.cancel();
  } catch (error) {
    throw new SendError('unknown', messageOf(error), { cause: error });
  }
  if (status >= 200 && status < 300) return;
  const text = `The push service responded with ${status}`;
  if (status === 404 || status === 410)
    throw new SendError('refused', text, { isOfRecipient: true });
  throw new SendError(status === 429 || status >= 500 ? 'notSent' : 'refused', text);
}
