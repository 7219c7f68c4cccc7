import { Button, CopyButton } from '@mantine/core';
import { type NamedUnit, unitInText } from '../../../rules/units/unit-names.ts';
import { errorMessage } from '../../api/api-error.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogSkeleton } from '../../ui/lazy-dialog.tsx';
import { ErrorLine } from '../../ui/page.tsx';
import styles from './first-key-dialog.module.css';

interface FirstKeyDialogProps {
  readonly unit: NamedUnit;
  readonly making: { readonly data: string | undefined; readonly error: Error | null };
  readonly onRetry: () => void;
  /** Leads to the first sale; undefined while there are no drinks to sell. */
  readonly onSell: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Shows the first key of a unit once, with what else is typed into the machine. */
export default function FirstKeyDialog({
  unit,
  making,
  onRetry,
  onSell,
  onClose,
}: FirstKeyDialogProps) {
  const { data: key, error } = making;
  const typed = [
    ['Server', location.origin],
    ['Unit', String(unit.unitNumber)],
    ['Key', key ?? ''],
  ] as const;
  return (
    <Dialog title={`Connect ${unitInText(unit)}`} onClose={onClose}>
      {error && <ErrorLine onRetry={onRetry}>{errorMessage(error)}</ErrorLine>}
      {!error && key === undefined && <DialogSkeleton />}
      {key !== undefined && (
        <div className="stack gap-16">
          <p className="dim">
            Type this into the settings of the machine. The key is not shown again; you can make
            another on the page of the unit.
          </p>
          <dl className={styles['typed']}>
            {typed.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>
                  <code>{value}</code>
                  <CopyButton value={value}>
                    {({ copied, copy }) => (
                      <Button
                        variant="default"
                        size="compact-sm"
                        aria-label={`Copy ${name.toLowerCase()}`}
                        onClick={copy}
                      >
                        {copied ? 'Copied' : 'Copy'}
                      </Button>
                    )}
                  </CopyButton>
                </dd>
              </div>
            ))}
          </dl>
          <div className="dialog-actions">
            <Button variant="default" onClick={onClose}>
              Done
            </Button>
            {onSell && <Button onClick={onSell}>Add the first sale</Button>}
          </div>
        </div>
      )}
    </Dialog>
  );
}
