/** Push messages to the user's browsers, and to this one. */
import { mutationOptions } from '@tanstack/react-query';
import type { EndpointResponse } from '../../contract/endpoints.ts';
import { api } from './client.ts';
import { endpointQuery } from './endpoint-query.ts';
import { workerPath } from './worker-path.ts';

export type PushSubscriptions = EndpointResponse<'listPushSubscriptions'>;
export type ListedPushSubscription = PushSubscriptions['subscriptions'][number];

export const pushSubscriptionsQuery = () => endpointQuery('listPushSubscriptions', {});

/** Why this browser can get no push messages; null when it can. */
export type PushObstacle = 'homeScreen' | 'unsupported' | 'denied' | null;

/** Safari of phones and tablets gives push messages to sites on the home screen alone. */
export function pushObstacle(): PushObstacle {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return /iPhone|iPad|iPod/.test(navigator.userAgent) ? 'homeScreen' : 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
    character.charCodeAt(0),
  );

const isSame = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null && new Uint8Array(one).join() === other.join();

/** Asks for the permission to show notifications, and subscribes this browser; null when it was not given. */
async function subscribe(publicKey: string): Promise<PushSubscriptionJSON | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  await navigator.serviceWorker.register(workerPath);
  const { pushManager } = await navigator.serviceWorker.ready;
  const key = bytesOf(publicKey);
  const before = await pushManager.getSubscription();
  // A browser refuses another key while it has a subscription.
  if (before && !isSame(before.options.applicationServerKey, key)) await before.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: key };
  return (await pushManager.subscribe(options)).toJSON();
}

/** Turns push messages on for this browser. Returns false when the permission was not given. */
export const createPushSubscriptionMutation = mutationOptions({
  mutationFn: async (publicKey: string): Promise<boolean> => {
    const subscription = await subscribe(publicKey);
    if (subscription === null) return false;
    const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription;
    await api.createPushSubscription({ body: { endpoint, p256dh, auth } });
    return true;
  },
});

export const deletePushSubscriptionMutation = mutationOptions({
  mutationFn: (id: string) => api.deletePushSubscription({ params: { id } }),
});

export const sendTestPushMutation = mutationOptions({
  mutationFn: (id: string) => api.sendTestPush({ params: { id } }),
});
