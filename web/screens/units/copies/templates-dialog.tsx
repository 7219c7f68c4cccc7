import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '../../../../lib/counted.ts';
import { unitInText, unitKind } from '../../../../rules/units/unit-names.ts';
import {
  createSetupTemplate,
  deleteSetupTemplate,
  type SetupTemplate,
  setupTemplatesQuery,
} from '../../../api/copies.ts';
import type { Unit } from '../../../api/units.ts';
import { attempt } from '../../../components/attempt.ts';
import { Choice } from '../../../components/choices.tsx';
import { fieldErrors } from '../../../components/form-state.ts';
import { Loaded } from '../../../components/load-error.tsx';
import { DialogForm } from '../../../components/sent-form.tsx';
import { isSuperAdmin } from '../../../session/claims.ts';
import { useSession } from '../../../session/session.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { loadState } from '../../../ui/load-state.tsx';
import { notify } from '../../../ui/toasts.tsx';
import CopyDialog from './copy-dialog.tsx';
import styles from './copies.module.css';

interface TemplatesDialogProps {
  readonly unit: Unit;
  readonly onClose: () => void;
}

/** Templates of the owner and those for all owners, to be copied to units or deleted. */
export default function TemplatesDialog({ unit, onClose }: TemplatesDialogProps) {
  const { venueId } = unit;
  const state = loadState(useQuery(setupTemplatesQuery(venueId)), { what: 'templates' });
  const [isSaving, setSaving] = useState(false);
  const [chosen, setChosen] = useState<SetupTemplate | null>(null);
  if (isSaving) return <SaveTemplate unit={unit} onClose={() => setSaving(false)} />;
  if (chosen) {
    const source = { name: chosen.name, of: { template: chosen.id } };
    return <CopyDialog venueId={venueId} source={source} onClose={() => setChosen(null)} />;
  }
  return (
    <Dialog title="Templates" onClose={onClose}>
      <div className="stack gap-16">
        <Loaded
          of={state}
          empty={
            <p className="dim">
              A template is the setup of a unit under a name, such as the menu of a season.
            </p>
          }
        >
          {(templates) => (
            <ul className={styles['list']}>
              {templates.map((template) => (
                <TemplateRow
                  key={template.id}
                  venueId={venueId}
                  template={template}
                  onCopy={() => setChosen(template)}
                />
              ))}
            </ul>
          )}
        </Loaded>
        <div className="dialog-actions">
          <Button onClick={() => setSaving(true)}>Save this unit as a template</Button>
        </div>
      </div>
    </Dialog>
  );
}

interface TemplateRowProps {
  readonly venueId: string;
  readonly template: SetupTemplate;
  readonly onCopy: () => void;
}

function TemplateRow({ venueId, template, onCopy }: TemplateRowProps) {
  const session = useSession();
  const { id, name, forAllOwners, category, ingredients, drinks, person } = template;
  const mayDelete = !forAllOwners || (session !== null && isSuperAdmin(session.claims));
  const remove = async () => {
    const question = {
      title: `Delete the template ${name}?`,
      text: 'Units that it was copied to stay as they are.',
      confirmLabel: 'Delete',
    };
    if (await confirm(question))
      await attempt(`template ${id}`, () => deleteSetupTemplate(venueId, id));
  };
  return (
    <li className={styles['row']}>
      <div>
        <bdi>{name}</bdi>
        <p>
          {unitKind(category)} · {counted(ingredients, 'ingredient')} · {counted(drinks, 'drink')} ·{' '}
          {forAllOwners ? 'for all owners' : person}
        </p>
      </div>
      <div className={styles['actions']}>
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Copy ${name} to…`}
          onClick={onCopy}
        >
          Copy to…
        </Button>
        {mayDelete && (
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Delete ${name}`}
            onClick={() => void remove()}
          >
            Delete
          </Button>
        )}
      </div>
    </li>
  );
}

/** Asks for the name of a new template. */
function SaveTemplate({ unit, onClose }: TemplatesDialogProps) {
  const session = useSession();
  const [name, setName] = useState('');
  const [forAllOwners, setForAllOwners] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      createSetupTemplate(unit.venueId, { name: name.trim(), from: unit._id, forAllOwners }),
    onSuccess: () => {
      notify('The template was saved', 'success');
      onClose();
    },
  });
  return (
    <DialogForm
      title="Save template"
      submit="Save"
      submitProps={{ disabled: name.trim() === '' }}
      sending={save}
      onSend={() => save.mutate()}
      onClose={onClose}
    >
      <p className="dim">
        The setup of {unitInText(unit)} as it is now, without pictures and categories of the menu.
      </p>
      <TextField
        label="Name"
        value={name}
        maxLength={100}
        error={fieldErrors(save.error).get('name')}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      {session && isSuperAdmin(session.claims) && (
        <Choice
          type="checkbox"
          label="For all owners"
          checked={forAllOwners}
          onChange={() => setForAllOwners(!forAllOwners)}
        />
      )}
    </DialogForm>
  );
}
