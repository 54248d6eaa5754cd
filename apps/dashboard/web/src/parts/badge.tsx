import { Check, Circle, Clock, LoaderCircle, type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { type Mood, useStatus } from './statuses.ts';
import styles from './badge.module.css';

const ICONS: Readonly<Record<Mood, LucideIcon>> = {
  good: Check,
  bad: X,
  warn: TriangleAlert,
  busy: LoaderCircle,
  wait: Clock,
  calm: Circle,
};

/** A word with a colour, and a sign for whom colours say nothing. */
export function Badge({ mood, children }: { mood: Mood; children: string }) {
  const Icon = ICONS[mood];
  return (
    <span className={styles.badge} data-mood={mood}>
      <Icon size={12} aria-hidden />
      {children}
    </span>
  );
}

/** The badge of a status as the API names it. */
export function StatusBadge({ status }: { status: string }) {
  const { mood, label } = useStatus(status);
  return <Badge mood={mood}>{label}</Badge>;
}
