import { Skeleton } from '@mantine/core';
import { number, short } from '#web/i18n/formats.ts';
import styles from './figures.module.css';

export interface Figure {
  name: string;
  /** Undefined while it is read. */
  value: number | string | undefined;
  note?: string;
}

/** Numbers side by side, each with its name. */
export function Figures({ of }: { of: readonly Figure[] }) {
  return (
    <div className={styles.figures}>
      {of.map(({ name, value, note }) => (
        <div key={name} className={styles.figure}>
          <div className={styles.name}>{name}</div>
          {value === undefined ? (
            <Skeleton height={28} width={80} my={3} aria-busy />
          ) : (
            <div className={styles.value} title={typeof value === 'number' ? number(value) : undefined}>
              {typeof value === 'number' ? short(value) : value}
            </div>
          )}
          {note && <div className={styles.note}>{note}</div>}
        </div>
      ))}
    </div>
  );
}

/** A bar that fills up. `share` is between 0 and 1; that of a limit changes its colour before it is full. */
export function Bar({ share, label, limit }: { share: number; label: string; limit?: boolean }) {
  const mood = !limit || share < 0.8 ? undefined : share < 1 ? 'warn' : 'bad';
  const width = `${Math.min(100, Math.max(0, share * 100))}%`;
  return (
    <div
      className={styles.bar}
      data-mood={mood}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(Math.min(1, share) * 100)}
    >
      <span style={{ width }} />
    </div>
  );
}
