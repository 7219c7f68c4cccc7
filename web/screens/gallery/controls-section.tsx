import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { Link } from '../../ui/link.tsx';
import { Pager } from '../../ui/pager.tsx';
import { SaveState } from '../../ui/save-state.tsx';
import styles from './gallery-screen.module.css';

const icon = <IconDownload size={16} stroke={1.6} />;

export function ControlsSection() {
  const [page, setPage] = useState(1);
  return (
    <div className={styles['stack']}>
      <div className={styles['row']}>
        <Button>Primary</Button>
        <Button variant="default">Default</Button>
        <Button variant="default" leftSection={icon}>
          With an icon
        </Button>
        <Button color="red">Delete</Button>
        <Button disabled>Disabled</Button>
        <Button loading>Working</Button>
        <ActionIcon aria-label="Edit">
          <IconPencil size={18} stroke={1.6} />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Edit">
          <IconPencil size={18} stroke={1.6} />
        </ActionIcon>
        <Link href="/gallery">A link</Link>
      </div>
      <div className={styles['columns']}>
        <TextField label="Text" placeholder="Placeholder" />
        <TextField label="With a description" description="What it is for" defaultValue="Typed" />
        <TextField label="With an error" error="Cannot be empty" defaultValue="Typed" />
        <TextField label="Disabled" disabled defaultValue="Typed" />
        <PasswordField label="Password" defaultValue="pour-one-out" />
        <SelectField label="Select" data={['All', '1042 (ROTENDER_CLASSIC)']} />
        <NumberField label="Number" defaultValue={12.5} prefix="$" decimalScale={2} />
        <SelectField label="Select with an error" error="Choose one" data={['All']} />
      </div>
      <div className={styles['row']}>
        <SaveState status="unsaved" />
        <SaveState status="saving" />
        <SaveState status="saved" />
        <SaveState status="failed" />
      </div>
      <Pager of="owners" page={page} size={10} total={23} onPage={setPage} />
    </div>
  );
}
