import { Button, Skeleton } from '@mantine/core';
import { CloudOff, Inbox, type LucideIcon, Lock, TriangleAlert, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Problem } from '#web/graphql/problems.ts';
import { useCommon } from '#web/i18n/common.ts';
import { useProblemText } from '#web/i18n/problem-words.ts';
import styles from './states.module.css';

/** Rows of grey while something loads, as high as what comes. */
export function Loading({ rows = 6 }: { rows?: number }) {
  const common = useCommon();
  return (
    <div className={styles.skeleton} role="status" aria-busy>
      <span className="visually-hidden">{common.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={20} width={row % 3 === 2 ? '60%' : '100%'} />
      ))}
    </div>
  );
}

interface EmptyProps {
  title: string;
  /** What to do about it. */
  children?: ReactNode;
  action?: ReactNode;
  icon?: LucideIcon;
}

export function Empty({ title, children, action, icon: Icon = Inbox }: EmptyProps) {
  return (
    <div className={styles.state}>
      <span className={styles.icon} aria-hidden>
        <Icon size={22} />
      </span>
      <p className={styles.title}>{title}</p>
      {children && <p>{children}</p>}
      {action}
    </div>
  );
}

const ICONS: Readonly<Record<string, LucideIcon>> = {
  AuthorizationError: Lock,
  Offline: WifiOff,
  PermissionDenied: Lock,
  ServiceUnavailable: CloudOff,
};

const CALM = new Set(['AuthorizationError', 'Offline', 'PermissionDenied', 'ServiceUnavailable']);

/** A problem in place of what could not be shown, with what support asks for. */
export function ProblemState({ problem, retry }: { problem: Problem; retry?: () => void }) {
  const common = useCommon();
  const words = useProblemText();
  const Icon = ICONS[problem.code] ?? TriangleAlert;
  return (
    <div className={styles.state} role="alert" data-mood={CALM.has(problem.code) ? 'warn' : 'bad'}>
      <span className={styles.icon} aria-hidden>
        <Icon size={22} />
      </span>
      <p className={styles.title}>{words.text(problem)}</p>
      <p className={styles.soft}>{words.reference(problem)}</p>
      {retry && (
        <Button variant="default" onClick={retry}>
          {common.tryAgain}
        </Button>
      )}
    </div>
  );
}
