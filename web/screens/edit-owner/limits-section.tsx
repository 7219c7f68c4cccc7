import { nearlyFull, quotaNames, usualQuotas } from '../../../rules/owners/quotas.ts';
import type { Quotas } from '../../../rules/owners/quotas.ts';
import { NumberField } from '../../ui/number-field.tsx';
import { SkeletonLine } from '../../ui/skeletons.tsx';
import { amountText, limitLabels, shownAmount, unitOf, withUnit } from './limit-values.ts';
import styles from './limits-section.module.css';

interface LimitsSectionProps {
  /** Undefined while loading. */
  readonly quotas: { readonly limits: Quotas; readonly used: Quotas } | undefined;
  /** Errors by the name of the limit. */
  readonly errors: ReadonlyMap<string, string>;
}

/** What the owner may store: each limit with its use, and a field for a limit of their own. */
export function LimitsSection({ quotas, errors }: LimitsSectionProps) {
  const near = quotas ? nearlyFull(quotas.limits, quotas.used) : [];
  return (
    <section aria-labelledby="limits" className={styles['section']}>
      <h2 id="limits" className={styles['title']}>
        Limits
      </h2>
      <p className={styles['hint']}>
        What this owner can store, in all venues together. Leave a field empty for the usual limit.
      </p>
      <ul className={styles['list']}>
        {quotaNames.map((name) => {
          const used = quotas?.used[name] ?? 0;
          const usual = usualQuotas[name];
          const limit = quotas?.limits[name] ?? usual;
          const unit = unitOf(name);
          const percent = used > 0 ? Math.min(100, (100 * used) / Math.max(limit, 1)) : 0;
          return (
            <li key={name} className={styles['row']}>
              <div className={styles['use']}>
                <span className={styles['label']}>{limitLabels[name]}</span>
                <span className={styles['amount']}>
                  {quotas ? (
                    `${amountText(name, used)} of ${withUnit(name, limit)}`
                  ) : (
                    <SkeletonLine width={10} />
                  )}
                </span>
                <span
                  className={styles['track']}
                  data-state={near.includes(name) ? 'near' : 'free'}
                  aria-hidden="true"
                >
                  <span style={{ width: `${percent}%` }} />
                </span>
                {limit !== usual && (
                  <span className={styles['usual']}>{`Usual limit ${withUnit(name, usual)}`}</span>
                )}
              </div>
              <NumberField
                label={`Limit of ${limitLabels[name].toLowerCase()}${unit && ` in ${unit}`}`}
                labelProps={{ className: 'sr-only' }}
                className={styles['field'] ?? ''}
                name={`limits.${name}`}
                defaultValue={limit === usual ? '' : shownAmount(name, limit)}
                placeholder={amountText(name, usual)}
                disabled={!quotas}
                allowNegative={false}
                allowDecimal={name === 'imageBytes'}
                thousandSeparator=","
                inputMode="decimal"
                autoComplete="off"
                rightSection={unit && <span className={styles['unit']}>{unit}</span>}
                rightSectionWidth={44}
                rightSectionPointerEvents="none"
                error={errors.get(`limits.${name}`)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
