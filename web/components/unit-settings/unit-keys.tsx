import { Button, CopyButton, VisuallyHidden } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { withPoint } from '../../../lib/price-text.ts';
import { formatInZone } from '../../../lib/time-in-zone.ts';
import { discountPercentText, discountRateOf } from '../../../rules/drinks/drink-price.ts';
import { unitFieldLabels } from '../../../rules/units/unit-field-labels.ts';
import { venueMessages } from '../../../rules/venues/venue-messages.ts';
import { errorMessage } from '../../api/api-error.ts';
import {
  createUnitKey,
  revokeUnitKey,
  type Unit,
  type UnitKey,
  unitKeysQuery,
  updateUnitDetails,
} from '../../api/units.ts';
import { type FullVenue, updateVenue } from '../../api/venues.ts';
import { attempt } from '../attempt.ts';
import { LoadError } from '../load-error.tsx';
import { SavedField } from '../saved-field.tsx';
import { WithTerm } from '../terms/term-label.tsx';
import { useFlag, useVenueTimezone } from '../../context/use-night-rules.ts';
import { unitDelayMs } from './contact-part.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { ErrorLine } from '../../ui/page.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import styles from './unit-settings.module.css';

async function revoke(unit: Unit, key: UnitKey, name: string): Promise<void> {
  const yes = await confirm({
    text: `Revoke “${name}”?`,
    details: ['A unit that uses it can send no more sales until it has another key.'],
    confirmLabel: 'Revoke',
    danger: true,
  });
  if (!yes) return;
  await attempt(`revoke key ${key.id}`, () => revokeUnitKey(unit.unitNumber, key.id));
}

/** Keys with which the unit sends its sales: created, shown once and revoked here. */
export function UnitKeys({ unit }: { readonly unit: Unit }) {
  const { data: keys, isLoadingError, refetch } = useQuery(unitKeysQuery(unit.unitNumber));
  const timezone = useVenueTimezone(unit.venueId);
  const shown = (time: string): string => formatInZone(Date.parse(time), timezone);
  const nameOf = ({ label: given, createdAt }: UnitKey): string =>
    given || `Key of ${shown(createdAt)}`;
  const [label, setLabel] = useState('');
  const make = useMutation({
    mutationFn: () => createUnitKey(unit.unitNumber, label),
    onSuccess: () => setLabel(''),
  });
  return (
    <>
      {isLoadingError && <LoadError what="keys" onRetry={refetch} />}
      {keys?.length === 0 && (
        <p className="dim" data-empty>
          No key yet: this unit cannot send sales.
        </p>
      )}
      <ul className={styles['list']}>
        {keys?.map((key) => (
          <li key={key.id}>
            <span>{nameOf(key)}</span>
            <span className="dim">
              {key.lastUsedAt ? `Last used ${shown(key.lastUsedAt)}` : 'Never used'}
            </span>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Revoke ${nameOf(key)}`}
              onClick={() => void revoke(unit, key, nameOf(key))}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {/* Shown with the keys above it, which would move it. */}
      {(keys ?? isLoadingError) && (
        <form
          className={styles['row']}
          onSubmit={(event) => {
            event.preventDefault();
            if (!make.isPending) make.mutate();
          }}
        >
          <WithTerm term="unit-key" label="Label of a new key">
            <TextField
              label="Label of a new key"
              description="Where it will be used, to recognize it in this list."
              inputWrapperOrder={['label', 'description', 'input', 'error']}
              value={label}
              maxLength={100}
              onChange={(event) => setLabel(event.currentTarget.value)}
            />
          </WithTerm>
          <Button type="submit" variant="default" loading={make.isPending}>
            Make key
          </Button>
        </form>
      )}
      {make.error && <ErrorLine>{errorMessage(make.error)}</ErrorLine>}
      {make.data !== undefined && (
        <output className="block mt-12">
          <span>
            Copy the new key now. It is not shown again. Type it into the settings of the unit, with
            the address of this server, {location.origin}.
          </span>
          <code className={styles['secret']}>{make.data}</code>
          <CopyButton value={make.data}>
            {({ copied, copy }) => (
              <Button variant="default" size="compact-sm" mt={8} onClick={copy}>
                {copied ? 'Copied' : 'Copy key'}
              </Button>
            )}
          </CopyButton>
        </output>
      )}
    </>
  );
}

interface Credential {
  readonly name: 'publicKey' | 'privateKey' | 'webhookSecret' | 'clientGuid' | 'authToken';
  readonly label: string;
}

const first: readonly Credential[] = [
  { name: 'publicKey', label: 'Public key' },
  { name: 'privateKey', label: 'Private key' },
  { name: 'webhookSecret', label: 'Webhook secret' },
];
const second: readonly Credential[] = [
  { name: 'clientGuid', label: 'Client GUID' },
  { name: 'authToken', label: 'Auth token' },
];

async function remove(venue: FullVenue, { name, label }: Credential): Promise<void> {
  const yes = await confirm({
    text: venueMessages.removeCredential(label),
    details: [venueMessages.credentialRemoved],
    confirmLabel: 'Remove',
    danger: true,
  });
  if (!yes) return;
  await attempt(`remove ${name} ${venue.id}`, () => updateVenue(venue.id, { [name]: null }));
}

/** Credentials of the venue's provider. A stored secret is shown masked and never sent back. */
export function Credentials({
  venue,
  usesPax,
}: {
  readonly venue: FullVenue;
  readonly usesPax: boolean;
}) {
  return (
    <div className={styles['grid']}>
      {(usesPax ? second : first).map(({ name, label }) => (
        <div key={name}>
          <SavedField
            id={`venue ${venue.id} ${name}`}
            label={label}
            stored={venue[name]}
            delayMs={null}
            secret
            input={{ spellCheck: false }}
            save={async (text) => void (await updateVenue(venue.id, { [name]: text }))}
          />
          {venue[name] !== '' && (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => void remove(venue, { name, label })}
            >
              Remove<VisuallyHidden> {label}</VisuallyHidden>
            </Button>
          )}
        </div>
      ))}
    </div>
  );
}

const texts = [
  ['homeHelperText', 'Shown to guests on the first screen of the unit.'],
  ['homeButtonImage', 'Picture of the button on that screen.'],
  [
    'idCheckingServiceHostName',
    'Server that checks the IDs of guests, such as ids.example.com. Leave it empty without one.',
  ],
] as const;

/** Ids of these fields, under which input that was not saved is kept. */
export const setUpFields = ({ _id }: Unit): readonly string[] =>
  ['name', 'discount', ...texts.map(([name]) => name)].map((name) => `unit ${_id} ${name}`);

function Discount({ unit }: { readonly unit: Unit }) {
  const discounts = useFlag('native--show-confirmation-page-in-free-flow', {
    kind: 'unit',
    key: String(unit.unitNumber),
  });
  return <DiscountField key={String(discounts)} unit={unit} enabled={discounts} />;
}

export const SetUpFields = ({ unit }: { readonly unit: Unit }) => (
  <div className={styles['grid']}>
    <SavedField
      id={`unit ${unit._id} name`}
      label="Name"
      stored={unit.name ?? ''}
      delayMs={null}
      mayBeEmpty
      input={{
        maxLength: 60,
        placeholder: 'Rooftop left',
        description: 'What your staff call this unit. Shown with its number.',
      }}
      save={(text) => updateUnitDetails(unit, { name: text.trim() || null })}
    />
    <ModelField unit={unit} />
    <Discount unit={unit} />
    {texts.map(([name, description]) => {
      const label = unitFieldLabels[name];
      const field = (
        <SavedField
          key={name}
          id={`unit ${unit._id} ${name}`}
          label={label}
          stored={unit[name]}
          delayMs={unitDelayMs}
          mayBeEmpty
          input={{ description }}
          save={(text) => updateUnitDetails(unit, { [name]: text })}
        />
      );
      if (name !== 'idCheckingServiceHostName') return field;
      return (
        <WithTerm key={name} term="id-checking" label={label}>
          {field}
        </WithTerm>
      );
    })}
  </div>
);

const models: readonly Unit['model'][] = ['SOLO', 'MENU'];

function ModelField({ unit }: { readonly unit: Unit }) {
  const save = useMutation({
    // Runs one save at a time, so the last choice is the one that is stored.
    scope: { id: `model of unit ${unit._id}` },
    mutationFn: (model: Unit['model']) => updateUnitDetails(unit, { model }),
  });
  return (
    <SelectField
      label={unitFieldLabels.model}
      description="As named by the maker of the unit."
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      value={save.isPending ? save.variables : unit.model}
      data={[...models]}
      error={save.error && errorMessage(save.error)}
      onChange={({ currentTarget: { value } }) => {
        const chosen = models.find((name) => name === value);
        if (chosen) save.mutate(chosen);
      }}
    />
  );
}

interface DiscountFieldProps {
  readonly unit: Unit;
  /** True when the unit shows the confirmation page, where discounts are given. */
  readonly enabled: boolean;
}

const label = unitFieldLabels.discountRate;

const help = { description: 'Only used in free flow', rightSection: '%' } as const;

function DiscountField({ unit, enabled }: DiscountFieldProps) {
  if (!enabled) {
    return (
      <WithTerm term="discount-rate" label={label}>
        <TextField
          label={label}
          {...help}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          disabled
          readOnly
          value="100"
        />
      </WithTerm>
    );
  }
  return (
    <WithTerm term="discount-rate" label={label}>
      <SavedField
        id={`unit ${unit._id} discount`}
        label={label}
        stored={discountPercentText(unit.discountRate)}
        delayMs={null}
        suffix="%"
        asTyped={readable}
        isPartial={(text) => text === '-'}
        input={{ ...help, inputMode: 'decimal' }}
        save={(text) => updateUnitDetails(unit, { discountRate: discountRateOf(text) })}
      />
    </WithTerm>
  );
}

/** Normalizes the text as a percentage: invalid or out-of-range input becomes the value it counts as. */
function readable(typed: string): string {
  const text = withPoint(typed);
  const percent = Number(text);
  // A number below 0 counts as 0 when it is complete: clamped key by key, -3 would become 03.
  if (/^-\d*$/.test(text)) return text;
  if (text === '' || (Number.isFinite(percent) && percent >= 0 && percent <= 100)) return text;
  return discountPercentText(discountRateOf(text));
}
