/** Owners to switch to; loaded when it is first opened. */
import { UnstyledButton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { roleNames } from '../../rules/permissions/people-messages.ts';
import { chooseOwnerOf } from '../context/use-memberships.ts';
import type { Membership } from '../session/membership.ts';
import styles from './place-switcher.module.css';

interface OwnerChoiceProps {
  readonly memberships: readonly Membership[];
  readonly chosen: Membership;
  readonly onClose: () => void;
}

export default function OwnerChoice({ memberships, chosen, onClose }: OwnerChoiceProps) {
  return (
    <div className={styles['list']}>
      <p aria-hidden="true" className={styles['title']}>
        You work for
      </p>
      <ul aria-label="Owners" className={styles['scroll']}>
        {memberships.map((membership) => {
          const isChosen = membership.ownerId === chosen.ownerId;
          return (
            <li key={membership.ownerId}>
              <UnstyledButton
                className={styles['entry'] ?? ''}
                {...(isChosen ? { 'aria-current': 'true' } : {})}
                onClick={() => (isChosen ? onClose() : chooseOwnerOf(membership))}
              >
                <span className={styles['words']}>
                  {membership.ownerName}
                  <span className="dim regular">{` · ${roleNames[membership.role]}`}</span>
                </span>
                {isChosen && <IconCheck size={16} stroke={1.8} aria-hidden="true" />}
              </UnstyledButton>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
