import {
  type AlertKind,
  alertKinds,
  kindsOfAlerts,
  severities,
} from '../../../rules/alerts/alert-kinds.ts';
import {
  type AlertChannel,
  alertChannels as channels,
  isRestockMail,
} from '../../../rules/alerts/notified-people.ts';
import { isOwner } from '../../session/claims.ts';
import { useSession } from '../../session/session.ts';
import styles from './alerts-card.module.css';

const channelLabels: Readonly<Record<AlertChannel, string>> = {
  mail: 'Mail',
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
                    <span className={styles['note']}>You get the restock notice by mail</span>
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
