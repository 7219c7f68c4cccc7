/** Command palette: screens, actions of the screen, and what the owner has, by typing. Loaded when it is first opened. */
import '@mantine/core/styles/Combobox.layer.css';
import { Combobox, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useState } from 'react';
import { endpointQuery } from '../../api/endpoint-query.ts';
import { issuesQuery } from '../../api/issues.ts';
import { useOwnerContext } from '../../context/owner-context.ts';
import { useVenueTimezone } from '../../context/use-night-rules.ts';
import { useUnits, useVenues } from '../../context/use-venues.ts';
import { type Claims, isSuperAdmin } from '../../session/claims.ts';
import { may } from '../../session/permissions.ts';
import { ModalFrame } from '../../ui/dialog.tsx';
import { useNow } from '../../ui/hooks.ts';
import {
  firstGroups,
  foundRows,
  matchingGroups,
  ownerRows,
  type SearchRow,
} from './search-rows.ts';
import styles from './command-palette.module.css';

/** Milliseconds without a key after which the server is asked. */
const pauseMs = 80;

/** Most rows that were chosen lately and are listed first. */
const mostRecent = 5;

/** Rows chosen since the page was opened, by account. */
const recent = new Map<string, readonly SearchRow[]>();

function remember(account: string, row: SearchRow): void {
  if (row.href === undefined) return;
  const others = (recent.get(account) ?? []).filter(({ id }) => id !== row.id);
  recent.set(account, [{ ...row, group: 'Recent' }, ...others].slice(0, mostRecent));
}

/** Rows of the server that match the query: owners, where a super admin has chosen none. */
function useFound(query: string, claims: Claims) {
  const { owner } = useOwnerContext();
  const [asked] = useDebouncedValue(query, pauseMs);
  const isAdmin = isSuperAdmin(claims);
  const listsOwners = isAdmin && owner === null;
  const isAsked = asked !== '';
  const ofOwner = useQuery({
    ...endpointQuery('searchAll', { query: { q: asked, ...(isAdmin && { ownerId: owner?.id }) } }),
    placeholderData: keepPreviousData,
    enabled: isAsked && !listsOwners,
    select: foundRows,
  });
  const owners = useQuery({
    ...endpointQuery('listOwners', {
      query: { search: asked, pagination: { current: 1, size: 5 } },
    }),
    placeholderData: keepPreviousData,
    enabled: isAsked && listsOwners,
    select: ownerRows,
  });
  const { data, isError, isFetching } = listsOwners ? owners : ofOwner;
  const isBehind = isFetching || asked !== query;
  return { rows: query === '' ? [] : (data ?? []), isLost: isError && isAsked, isBehind };
}

/** Selects the first row where it is mounted: with a key, each time that it is another one. */
function FirstSelected({ select }: { readonly select: () => void }) {
  useEffect(() => {
    select();
  }, [select]);
  return null;
}

interface CommandPaletteProps {
  readonly claims: Claims;
  readonly actsForOwner: boolean;
  readonly onClose: () => void;
}

export default function CommandPalette({ claims, actsForOwner, onClose }: CommandPaletteProps) {
  const titleId = useId();
  const navigate = useNavigate();
  const listId = useId();
  const [typed, setTyped] = useState('');
  const query = typed.trim();
  const { active } = useVenues();
  const nowMs = useNow();
  const timezone = useVenueTimezone(active?.id);
  const { data: issues } = useQuery({
    ...issuesQuery(active?.id ?? ''),
    enabled: active !== undefined && may('sales.read'),
  });
  const { units } = useUnits(active?.id);
  const known = {
    claims,
    actsForOwner,
    venue: active,
    units,
    issues: issues?.issues ?? [],
    timezone,
    nowMs,
  };
  const found = useFound(query, claims);
  const { isLost, isBehind } = found;
  const groups =
    query === ''
      ? firstGroups(recent.get(claims.sub) ?? [], known)
      : matchingGroups(query, known, found);
  const listed = groups.flatMap(([, inGroup]) => inGroup);
  const combobox = useCombobox({ opened: true });

  const choose = (value: string) => {
    const row = listed.find(({ id }) => id === value);
    if (!row) return;
    remember(claims.sub, row);
    onClose();
    // The dialog gives the focus back first, to the row on which the action acts.
    if (row.act) setTimeout(row.act);
    else void navigate({ to: '.', href: row.href ?? '' });
  };
  return (
    <ModalFrame labelledBy={titleId} onCancel={onClose} isPalette>
      <h2 id={titleId} className="sr-only">
        Find
      </h2>
      <Combobox store={combobox} onOptionSubmit={choose}>
        <div className={styles['field']}>
          <IconSearch size={18} stroke={1.6} aria-hidden="true" />
          {/* Mantine names the list only from the second time that the field is rendered. */}
          <Combobox.EventsTarget
            withExpandedAttribute
            autoComplete="off"
            aria-controls={listId}
            aria-expanded
          >
            <input
              data-focus-first
              aria-label="Find screens, units, ingredients, drinks and people"
              aria-autocomplete="list"
              className={styles['input']}
              placeholder="Find a screen, a unit, a drink or a night"
              maxLength={100}
              spellCheck={false}
              value={typed}
              onChange={({ currentTarget: { value } }) => setTyped(value)}
            />
          </Combobox.EventsTarget>
          <kbd aria-hidden="true">Esc</kbd>
        </div>
        <FirstSelected key={`${query} ${listed[0]?.id}`} select={combobox.selectFirstOption} />
        <Combobox.Options id={listId} className={styles['options'] ?? ''} aria-label="Results">
          {groups.map(([group, inGroup]) => (
            <Combobox.Group
              key={group}
              label={group}
              classNames={{ groupLabel: styles['group'] ?? '' }}
            >
              {inGroup.map(({ id, text, detail, icon: Icon, key }) => {
                return (
                  <Combobox.Option key={id} value={id} className={styles['option'] ?? ''}>
                    <Icon size={18} stroke={1.6} aria-hidden="true" />
                    <span className={styles['words']}>
                      <span className={styles['text']}>{text}</span>
                      {detail !== '' && <span className={styles['detail']}>{detail}</span>}
                    </span>
                    {key !== undefined && <kbd>{key}</kbd>}
                  </Combobox.Option>
                );
              })}
            </Combobox.Group>
          ))}
        </Combobox.Options>
      </Combobox>
      {isLost && (
        <p role="alert" className={styles['note']}>
          Units, ingredients, drinks and people could not be searched. Screens are listed.
        </p>
      )}
      {listed.length === 0 && !isBehind && !isLost && (
        <p className={styles['note']}>
          Nothing has this name. Try a part of it, or a unit’s number.
        </p>
      )}
      <output className="sr-only">
        {query !== '' &&
          !isBehind &&
          `${listed.length} ${listed.length === 1 ? 'result' : 'results'}`}
      </output>
    </ModalFrame>
  );
}
