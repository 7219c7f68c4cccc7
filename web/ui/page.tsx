import { Button, Skeleton } from '@mantine/core';
import { type Icon, IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import styles from './page.module.css';

interface PageHeaderProps {
  readonly title: string;
  /** Document title, when it differs from the heading. */
  readonly documentTitle?: string;
  /** Breadcrumb above the title. */
  readonly breadcrumb?: ReactNode;
  /** One line with the scope and age of the data. Its space is reserved while loading. */
  readonly context?: ReactNode;
  readonly actions?: ReactNode;
  /** Links to the screens that are shown side by side with this one. */
  readonly tabs?: ReactNode;
}

/** Id of the heading of the screen, which names the main landmark. */
export const titleId = 'screen-title';

export function PageHeader({
  title,
  documentTitle,
  breadcrumb,
  context,
  actions,
  tabs,
}: PageHeaderProps) {
  return (
    <div className={styles['header']}>
      <title>{`${documentTitle ?? title} · Barback`}</title>
      <div className={styles['words']}>
        {breadcrumb && (
          <nav aria-label="Breadcrumb" className={styles['breadcrumb']}>
            {breadcrumb}
          </nav>
        )}
        <h1 id={titleId} className={styles['title']}>
          {title}
        </h1>
        {context !== undefined && <p className={styles['context']}>{context}</p>}
      </div>
      {actions && <div className="flex wrap gap-8">{actions}</div>}
      {tabs}
    </div>
  );
}

interface CardProps {
  readonly children: ReactNode;
  /** Heading; makes the card a region with that name. */
  readonly title?: string;
  readonly actions?: ReactNode;
  /** Removes the padding, for tables and lists. */
  readonly flush?: boolean;
  /** Of a card with a title, which can then be focused. */
  readonly ref?: Ref<HTMLElement>;
  /** Highlights the card that the user was led to, for two seconds. */
  readonly isMarked?: boolean;
}

export function Card({
  children,
  title,
  actions,
  flush = false,
  ref,
  isMarked = false,
}: CardProps) {
  const classes = [styles['card'], flush && styles['flush']].filter(Boolean).join(' ');
  if (title === undefined) return <div className={classes}>{children}</div>;
  return (
    <section
      className={classes}
      aria-label={title}
      data-marked={isMarked || undefined}
      {...(ref ? { ref, tabIndex: -1 } : {})}
    >
      <div className={styles['head']}>
        <h2 className={styles['cardTitle']}>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

interface EmptyStateProps {
  /** One line of text. */
  readonly children: ReactNode;
  readonly icon?: Icon;
  /** Button or link to the next step. */
  readonly action?: ReactNode;
}

export function EmptyState({ children, icon: Icon, action }: EmptyStateProps) {
  return (
    <div className={styles['empty']} data-empty>
      {Icon && (
        <span aria-hidden="true" className={styles['icon']}>
          <Icon size={22} stroke={1.6} />
        </span>
      )}
      <p>{children}</p>
      {action}
    </div>
  );
}

interface ErrorLineProps {
  readonly children: ReactNode;
  /** Suggested action, on its own line. */
  readonly hint?: ReactNode;
  /** For support, in small print at the end. */
  readonly requestId?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/** Error at its location, announced by screen readers when it appears. */
export function ErrorLine({ children, hint, requestId, onRetry }: ErrorLineProps) {
  return (
    <div role="alert" className={styles['error']}>
      <IconAlertCircle
        size={18}
        stroke={1.6}
        aria-hidden="true"
        className={styles['errorLineIcon']}
      />
      <div className={styles['errorLineWords']}>
        <p>{children}</p>
        {hint && <p className="dim text-13">{hint}</p>}
        {requestId && <p className="dim text-13">Reference for support: {requestId}</p>}
      </div>
      {onRetry && (
        <Button size="compact-sm" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

// Skeletons in the final size of the content.

interface LineProps {
  /** In characters, to match the length of the text. */
  readonly width?: number;
}

/** A line of text, exactly as high as the final one. */
export function SkeletonLine({ width = 12 }: LineProps) {
  return (
    <span aria-hidden="true" className={styles['line']}>
      <Skeleton component="span" height="0.7em" width={`${width}ch`} radius={4} />
    </span>
  );
}

/** In place of the cards of a screen. */
export const SkeletonCard = () => (
  <Card>
    <SkeletonLine width={24} />
  </Card>
);

interface SkeletonFieldProps {
  readonly label: string;
  /** Lines of a text area. */
  readonly rows?: number;
}

/** A field whose value is loading: its label, and a box of its size. */
export function SkeletonField({ label, rows = 1 }: SkeletonFieldProps) {
  return (
    <div className={styles['field']}>
      <span>{label}</span>
      {/* Lines of a text area are 20 pixels high, within 16 of padding and border. */}
      <Skeleton height={16 + 20 * rows} radius={8} />
    </div>
  );
}

/** A screen whose code is loading. */
export function PageSkeleton() {
  return (
    <div aria-busy="true" className={styles['page']}>
      <span className="sr-only">Loading</span>
      <Skeleton height={26} width={180} maw="100%" radius={6} />
      <Skeleton height={16} width={260} maw="100%" mt={8} radius={4} />
      <div className={styles['skeletonsCard']} />
    </div>
  );
}

/** Thin animated line that marks a background refresh. Takes no layout space. */
export function ProgressLine({ active }: { readonly active: boolean }) {
  return (
    <div className={styles['track']} data-active={active} aria-hidden="true">
      <div className={styles['progressLineLine']} />
    </div>
  );
}
