import { Button } from '@mantine/core';
import { CloudOff } from 'lucide-react';
import { worst } from '#web/graphql/problems.ts';
import type { Read } from '#web/graphql/use-read.ts';
import { useCommon } from '#web/i18n/common.ts';
import { useProblemText } from '#web/i18n/problem-words.ts';
import styles from './states.module.css';

/** A line that tells the state of what a screen also reads but works without: that it loads, or why it is missing. */
export function SideRead({ read }: { read: Read<unknown> }) {
  const common = useCommon();
  const words = useProblemText();
  const problem = worst(read.problems);
  if (problem && !read.loading) {
    return (
      <div className={styles.side} role="alert">
        <CloudOff size={18} aria-hidden />
        <p>
          {words.text(problem)} <span className={styles.soft}>{words.reference(problem)}</span>
        </p>
        <Button size="xs" variant="default" onClick={read.again}>
          {common.tryAgain}
        </Button>
      </div>
    );
  }
  if (read.data || !read.loading) return null;
  return (
    <p className="visually-hidden" role="status" aria-busy>
      {common.loading}
    </p>
  );
}
