import { Button, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayName } from '../../../../lib/day-name.ts';
import { weekdayTimeText } from '../../../../rules/nights/night-text.ts';
import { limitsOfEnd, nightOf, type NightRules } from '../../../../rules/nights/nights.ts';
import { errorMessage } from '../../../api/api-error.ts';
import { clockQuery, type Night, updateNight } from '../../../api/nights.ts';
import { guessedTimezone } from '../../../components/timezone-choice.ts';
import { useUnsaved } from '../../../components/form-state.ts';
import { nightRulesOf } from '../../../context/use-night-rules.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorLine } from '../../../ui/page.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import venueStyles from '../../../components/unit-settings/unit-settings.module.css';

const stepMs = 1_800_000;
const asUsual = '';

/** Ends that can be chosen, in steps of half an hour, and the one that is set. */
function endChoices(rules: NightRules, { day, timezone }: Night, chosen: string) {
  const usual = nightOf({ ...rules, ends: withoutEnd(rules, day) }, day).endMs;
  const { earliestMs, latestMs } = limitsOfEnd(rules, day);
  const first = Math.ceil(earliestMs / stepMs) * stepMs;
  const times = Array.from({ length: Math.floor((latestMs - first) / stepMs) + 1 }, (_, nth) =>
    String(first + nth * stepMs),
  );
  const all = chosen === asUsual || times.includes(chosen) ? times : [chosen, ...times];
  return [
    { value: asUsual, label: `As usual (${weekdayTimeText(usual, timezone)})` },
    ...all.map((ms) => ({ value: ms, label: weekdayTimeText(Number(ms), timezone) })),
  ];
}

const withoutEnd = ({ ends }: NightRules, day: string): NightRules['ends'] =>
  new Map([...ends].filter(([one]) => one !== day));

interface NightDialogProps {
  readonly venueId: string;
  readonly night: Night;
  readonly onClose: () => void;
}

/** Changes one night: when it ended, and if it was closed or special. */
export function NightDialog({ venueId, night, onClose }: NightDialogProps) {
  const { data } = useQuery(clockQuery(venueId, guessedTimezone().timezone));
  const rules = data && nightRulesOf(data);
  const storedMs = rules?.ends.get(night.day);
  const stored = storedMs === undefined ? asUsual : String(storedMs);
  const [end, setEnd] = useState<string | null>(null);
  const [closed, setClosed] = useState(night.closed);
  const [special, setSpecial] = useState(night.special);
  const [note, setNote] = useState(night.note);
  const chosen = end ?? stored;
  const isChanged =
    chosen !== stored ||
    closed !== night.closed ||
    special !== night.special ||
    note !== night.note;
  const leave = useUnsaved(isChanged);
  const save = useMutation({
    mutationFn: () =>
      updateNight(venueId, night.day, {
        closed,
        special,
        note,
        ...(chosen === stored
          ? {}
          : { endsAt: chosen === asUsual ? null : new Date(Number(chosen)).toISOString() }),
      }),
    onSuccess: onClose,
  });
  return (
    <Dialog title={dayName(night.day)} onClose={() => leave(onClose)}>
      <form
        noValidate
        className="stack gap-16"
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending) save.mutate();
        }}
      >
        {rules && (
          <SelectField
            label={night.running ? 'Ends at' : 'Ended at'}
            description="The next night starts there."
            value={chosen}
            data={endChoices(rules, night, chosen)}
            onChange={({ currentTarget }) => setEnd(currentTarget.value)}
          />
        )}
        <Switch
          className={venueStyles['switches'] ?? ''}
          label="Closed on purpose"
          checked={closed}
          onChange={({ currentTarget }) => setClosed(currentTarget.checked)}
        />
        <Switch
          className={venueStyles['switches'] ?? ''}
          label="Special, such as a festival"
          checked={special}
          onChange={({ currentTarget }) => setSpecial(currentTarget.checked)}
        />
        <TextField
          label="Note"
          maxLength={200}
          autoComplete="off"
          value={note}
          onChange={({ currentTarget }) => setNote(currentTarget.value)}
        />
        {save.error && <ErrorLine>{errorMessage(save.error)}</ErrorLine>}
        <div className="flex justify-end gap-10">
          <Button variant="default" disabled={save.isPending} onClick={() => leave(onClose)}>
            Cancel
          </Button>
          <Button type="submit" disabled={!isChanged} loading={save.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
