/** Toasts for alert texts: announced at once and shown until dismissed. */
import { Notification } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { sharedValue, useSharedValue } from './shared-value.ts';
import styles from './toasts.module.css';

export type NoticeKind = 'info' | 'success' | 'error';

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly kind: NoticeKind;
}

const notices = sharedValue<readonly Notice[]>([]);
let lastId = 0;

const dismiss = (id: number) => notices.set(notices.get().filter((notice) => notice.id !== id));

/** Shows a toast with the verbatim text. The same text replaces the older toast and is announced again. */
export function notify(text: string, kind: NoticeKind = 'info'): void {
  lastId += 1;
  const others = notices.get().filter((notice) => notice.text !== text);
  notices.set([...others, { id: lastId, text, kind }]);
}

export function dismissNotices(): void {
  notices.set([]);
}

const icons = { info: IconInfoCircle, success: IconCheck, error: IconAlertCircle };

export function NoticesHost() {
  const shown = useSharedValue(notices);
  return (
    <div className={styles['host']}>
      {shown.map(({ id, text, kind }) => {
        const Icon = icons[kind];
        return (
          <Notification
            key={id}
            role="alert"
            className={styles['notice'] ?? ''}
            data-kind={kind}
            icon={<Icon size={18} stroke={1.6} aria-hidden="true" />}
            closeButtonProps={{ 'aria-label': 'Dismiss' }}
            onClose={() => dismiss(id)}
          >
            {text}
          </Notification>
        );
      })}
    </div>
  );
}
