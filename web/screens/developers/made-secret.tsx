import { Button, CopyButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { TextField } from '../../ui/fields.tsx';

interface MadeSecretProps {
  readonly label: string;
  readonly copyLabel: string;
  readonly value: string;
  readonly children: ReactNode;
  readonly onClose: () => void;
}

/** Shows a secret once, to be copied. */
export const MadeSecret = ({ label, copyLabel, value, children, onClose }: MadeSecretProps) => (
  <div className="stack gap-16">
    <p>{children}</p>
    <TextField label={label} readOnly value={value} onFocus={({ target }) => target.select()} />
    <div className="dialog-actions">
      <Button variant="default" onClick={onClose}>
        Done
      </Button>
      <CopyButton value={value}>
        {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : copyLabel}</Button>}
      </CopyButton>
    </div>
  </div>
);
