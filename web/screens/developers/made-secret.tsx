import { Button, CopyButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';

interface MadeSecretProps {
  readonly title: string;
  readonly label: 'Secret' | 'Token';
  readonly value: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Dialog that shows a secret once, to be copied. */
export const MadeSecret = ({ title, label, value, children, onClose }: MadeSecretProps) => (
  <Dialog title={title} onClose={onClose}>
    <div className="stack gap-16">
      <p>{children}</p>
      <TextField label={label} readOnly value={value} onFocus={({ target }) => target.select()} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button onClick={copy}>{copied ? 'Copied' : `Copy ${label.toLowerCase()}`}</Button>
          )}
        </CopyButton>
      </div>
    </div>
  </Dialog>
);
