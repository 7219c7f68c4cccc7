import { Button, CopyButton } from '@mantine/core';
import { TextField } from '../ui/fields.tsx';

interface PassOnProps {
  readonly email: string;
  /** Path of the link. */
  readonly link: string;
  readonly onClose: () => void;
}

/** The link of an invitation, which the inviter passes on where no mail server is set up. */
export function PassOn({ email, link, onClose }: PassOnProps) {
  const url = `${location.origin}${link}`;
  return (
    <div className="stack gap-16">
      <p>
        Mail is not set up here. Send this link to {email} yourself; it works once, for seven days,
        and is not shown again.
      </p>
      <TextField label="Link" readOnly value={url} onFocus={({ target }) => target.select()} />
      <div className="dialog-actions">
        <Button variant="default" onClick={onClose}>
          Done
        </Button>
        <CopyButton value={url}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy link'}</Button>}
        </CopyButton>
      </div>
    </div>
  );
}
