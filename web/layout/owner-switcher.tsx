import { UnstyledButton } from '@mantine/core';
import { IconBriefcase, IconChevronDown } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useMemberships } from '../context/use-memberships.ts';
import type { Claims } from '../session/claims.ts';
import { usedOwner } from '../session/membership.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { useToggle } from '../ui/toggle.ts';
import styles from './place-switcher.module.css';

const PopUp = lazyPart(() => import('../ui/pop-up.tsx'));
const OwnerChoice = lazyPart(() => import('./owner-choice.tsx'));

/** Names the owner that one of several owners' staff works for in this tab, and switches to others. */
export function OwnerSwitcher({ claims }: { readonly claims: Claims }) {
  const { memberships, isPending } = useMemberships();
  const { open, close, button } = useToggle();
  const chosen = memberships.find(({ ownerId }) => ownerId === claims.ownerId);
  const before = isPending ? usedOwner(claims.sub) : null;
  // There before the list is, so that nothing moves when it comes.
  const isShown = before ? before.hasOthers : memberships.length > 1;
  const name = before?.ownerName ?? chosen?.ownerName;
  if (!isShown || name === undefined) return null;
  return (
    <div className={styles['frame']}>
      <UnstyledButton
        aria-haspopup="dialog"
        aria-expanded={open}
        className={styles['owner'] ?? ''}
        {...button}
      >
        <span className="sr-only">You work for </span>
        <IconBriefcase size={18} stroke={1.6} aria-hidden="true" />
        <span className={styles['words']}>{name}</span>
        <IconChevronDown size={16} stroke={1.6} aria-hidden="true" />
      </UnstyledButton>
      {open && chosen && (
        <Suspense>
          <PopUp onClose={close} position="bottom-start" width={300} label="Owner">
            <OwnerChoice memberships={memberships} chosen={chosen} onClose={close} />
          </PopUp>
        </Suspense>
      )}
    </div>
  );
}
