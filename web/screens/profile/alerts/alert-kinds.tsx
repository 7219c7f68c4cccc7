import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AlertKind,
  alertKinds,
  kindsOfAlerts,
  severities,
} from '../../../../rules/alerts/alert-kinds.ts';
import {
  type AlertChannel,
  alertChannels as channels,
  isRestockMail,
} from '../../../../rules/alerts/notified-people.ts';
import { errorMessage } from '../../../api/api-error.ts';
import { invalidate } from '../../../api/endpoint-query.ts';
import {
  createPushSubscriptionMutation,
  deletePushSubscriptionMutation,
  type ListedPushSubscription,
  pushObstacle,
  type PushObstacle,
  pushSubscriptionsQuery,
  sendTestPushMutation,
} from '../../../api/push-subscriptions.ts';
import { LoadError } from '../../../components/load-error.tsx';
import { agoText } from '../../../components/date-text.ts';
import { isOwner } from '../../../session/claims.ts';
import { useSession } from '../../../session/session.ts';
import { ErrorLine } from '../../../ui/page.tsx';
import { useNow } from '../../../ui/hooks.ts';
import { notify } from '../../../ui/toasts.tsx';
import styles from '../alerts-card.module.css';

const channelLabels: Readonly<Record<AlertChannel, string>> = {
  mail: 'Email',
  sms: 'Text message',
  push: 'Push',
};

const severityLabels = { urgent: 'Urgent', soon: 'Soon', later: 'Later' } as const;

export const toggled = <T,>(values: readonly T[], value: T, isOn: boolean): T[] =>
  isOn ? [...values.filter((one) => one !== value), value] : values.filter((one) => one !== value);

type ChosenKinds = Readonly<Record<AlertChannel, AlertKind[]>>;

interface AlertKindsTableProps {
  readonly choices: ChosenKinds;
  readonly onChange: (chosen: Partial<ChosenKinds>) => void;
}

/** A checkbox for each kind and channel, and for all kinds of a severity. */
export function AlertKindsTable({ choices, onChange }: AlertKindsTableProps) {
  const claims = useSession()?.claims;
  const isOwned = claims !== undefined && isOwner(claims);
  const isFixed = (kind: AlertKind, channel: AlertChannel) => isRestockMail(isOwned, kind, channel);
  return (
    <table className={styles['kinds']}>
      <thead>
        <tr>
          <th scope="col">Alert</th>
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {channelLabels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      {severities.map((severity) => {
        const kinds = alertKinds.filter((kind) => kindsOfAlerts[kind].severity === severity);
        return (
          <tbody key={severity}>
            <tr className={styles['severity']}>
              <th scope="rowgroup">{severityLabels[severity]}</th>
              {channels.map((channel) => (
                <td key={channel}>
                  <Box
                    label={`All that is ${severity}: ${channelLabels[channel]}`}
                    isOn={kinds.every(
                      (kind) => isFixed(kind, channel) || choices[channel].includes(kind),
                    )}
                    isDisabled={kinds.every((kind) => isFixed(kind, channel))}
                    onChange={(isOn) =>
                      onChange({
                        [channel]: kinds.reduce<AlertKind[]>(
                          (all, kind) => toggled(all, kind, isOn),
                          choices[channel],
                        ),
                      })
                    }
                  />
                </td>
              ))}
            </tr>
            {kinds.map((kind) => (
              <tr key={kind}>
                <th scope="row">
                  {kindsOfAlerts[kind].label}
                  {isFixed(kind, 'mail') && (
                    <span className="block dim text-13">You get the restock notice by email</span>
                  )}
                </th>
                {channels.map((channel) => (
                  <td key={channel}>
                    <Box
                      label={`${kindsOfAlerts[kind].label}: ${channelLabels[channel]}`}
                      isOn={isFixed(kind, channel) || choices[channel].includes(kind)}
                      isDisabled={isFixed(kind, channel)}
                      onChange={(isOn) =>
                        onChange({ [channel]: toggled(choices[channel], kind, isOn) })
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        );
      })}
    </table>
  );
}

interface BoxProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly isDisabled: boolean;
  readonly onChange: (isOn: boolean) => void;
}

const Box = ({ label, isOn, isDisabled, onChange }: BoxProps) => (
  <label className={styles['box']}>
    <span className="sr-only">{label}</span>
    <input
      type="checkbox"
      checked={isOn}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  </label>
);

const reload = () => invalidate('listPushSubscriptions');

const obstacles: Readonly<Record<Exclude<PushObstacle, null>, string>> = {
  homeScreen:
    'On an iPhone or iPad, first add Barback to the home screen (Share, then Add to Home Screen), open it from there, and turn push on there.',
  unsupported: 'This browser has no push messages. Use email or text messages here.',
  denied:
    'Notifications of this site are blocked in this browser. Allow them in the settings of the site, then load this page again.',
};

/** Browsers of the user that get push messages, with a switch for this one. */
export function PushDevices() {
  const { data, isLoadingError, refetch } = useQuery(pushSubscriptionsQuery());
  const [obstacle, setObstacle] = useState(pushObstacle);
  const turnOn = useMutation({
    ...createPushSubscriptionMutation,
    onSuccess: (isOn) => {
      if (!isOn) setObstacle('denied');
    },
    onSettled: reload,
  });
  const publicKey = data?.publicKey ?? null;
  const devices = data?.subscriptions ?? [];
  const isOnHere = obstacle === null && devices.some(({ isCurrent }) => isCurrent);
  return (
    <section className="stack align-start gap-10 full-width" aria-labelledby="push-messages">
      <h3 id="push-messages" className={styles['pushTitle']}>
        Push messages
      </h3>
      {isLoadingError && <LoadError what="push messages" onRetry={refetch} />}
      {data && publicKey === null && (
        <p className="dim">
          This server sends no push messages yet: whoever runs it has to set up keys for them. What
          you choose under Push comes as an email until then.
        </p>
      )}
      {publicKey !== null && (
        <>
          <p className="dim">
            They come to the devices below while you are signed in there. Without one, what you
            choose under Push comes as an email.
          </p>
          {obstacle !== null && <p>{obstacles[obstacle]}</p>}
          {devices.length > 0 && (
            <ul className="full-width">
              {devices.map((device) => (
                <DeviceRow key={device.id} device={device} />
              ))}
            </ul>
          )}
          {obstacle === null && !isOnHere && (
            <Button
              variant="default"
              loading={turnOn.isPending}
              onClick={() => turnOn.mutate(publicKey)}
            >
              On this device: turn on
            </Button>
          )}
          {turnOn.error && <ErrorLine>{errorMessage(turnOn.error)}</ErrorLine>}
        </>
      )}
    </section>
  );
}

function DeviceRow({ device }: { readonly device: ListedPushSubscription }) {
  const now = useNow();
  const { id, isCurrent, createdAt, lastUsedAt, failedAt } = device;
  const remove = useMutation({ ...deletePushSubscriptionMutation, onSettled: reload });
  const test = useMutation({
    ...sendTestPushMutation,
    onSuccess: () => notify('A test message is on its way.', 'success', 'test push'),
  });
  const name = device.device ?? 'Unknown device';
  const ago = (time: string) => agoText(Date.parse(time), now);
  const facts = [
    isCurrent ? 'this device' : `since ${ago(createdAt)}`,
    ...(lastUsedAt === null ? [] : [`last message ${ago(lastUsedAt)}`]),
    ...(failedAt === null ? [] : [`could not be delivered ${ago(failedAt)}`]),
  ].join(' · ');
  const error = remove.error ?? test.error;
  return (
    <li className={styles['device']}>
      <div className={styles['deviceWords']}>
        <span>{name}</span>
        <span className="dim">{facts}</span>
        {error && <ErrorLine>{errorMessage(error)}</ErrorLine>}
      </div>
      <div className="flex gap-8">
        <Button
          variant="default"
          size="xs"
          loading={test.isPending}
          aria-label={`Send a test to ${name}, ${facts}`}
          onClick={() => test.mutate(id)}
        >
          Send a test
        </Button>
        <Button
          variant="default"
          size="xs"
          loading={remove.isPending}
          aria-label={`Remove ${name}, ${facts}`}
          onClick={() => remove.mutate(id)}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}
