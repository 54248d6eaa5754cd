import { StatusBadge } from '#web/parts/badge.tsx';
import { Copy } from '#web/parts/copy.tsx';
import { date } from '#web/i18n/formats.ts';
import { useDomainsWords } from '../domains/words.ts';
import type { DomainQuery } from './domain.generated.ts';
import styles from './records.module.css';

type Record = NonNullable<DomainQuery['sendingDomain']>['records'][number];

/** Records to be published, each with what the last check found, and buttons that copy. */
export function Records({ records }: { records: readonly Record[] }) {
  const words = useDomainsWords();
  const { ownership, dkim, spf, dmarc } = words;
  const purposes: Readonly<{ [purpose: string]: string }> = { ownership, dkim, spf, dmarc };
  return (
    <ul className={styles.records}>
      {records.map(({ name, purpose, removeAfter, required, status, type, value }) => (
        <li key={`${name} ${value}`}>
          <div className={styles.head}>
            <strong>{purposes[purpose] ?? purpose}</strong>
            <span className={styles.type}>{type}</span>
            {required && <span className={styles.soft}>{words.required}</span>}
            <StatusBadge status={status} />
          </div>
          {removeAfter && <p className={styles.soft}>{words.until(date(removeAfter))}</p>}
          <span className={styles.soft}>{words.host}</span>
          <Copy text={name} block what={words.host} />
          <span className={styles.soft}>{words.value}</span>
          <Copy text={value} block what={words.value} />
        </li>
      ))}
    </ul>
  );
}
