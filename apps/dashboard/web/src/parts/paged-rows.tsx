import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { LiveKind } from '#web/graphql/live.ts';
import { worst } from '#web/graphql/problems.ts';
import { useLive } from '#web/graphql/use-live.ts';
import type { PagedRead, Total } from '#web/graphql/use-read.ts';
import { useCommon } from '#web/i18n/common.ts';
import { number } from '#web/i18n/formats.ts';
import { Rows, type RowsProps } from './rows.tsx';
import styles from './rows.module.css';
import { Loading, ProblemState } from './states.tsx';

interface PagedRowsProps<Row> extends Omit<RowsProps<Row>, 'rows' | 'hasMore' | 'more'> {
  read: PagedRead<Row>;
  /** Shown in place of a list without rows. */
  empty: ReactNode;
  /** The kinds of changes after which the list is read again. */
  live?: readonly LiveKind[];
}

const NONE: readonly LiveKind[] = [];

/** A list that is read page by page, in every state it may be in. */
export function PagedRows<Row>({ read, empty, live = NONE, ...props }: PagedRowsProps<Row>) {
  const common = useCommon();
  const [waits, setWaits] = useState(false);
  // Someone who has scrolled far down keeps what they look at until they ask for what is new.
  useLive(live, () => (read.isLong ? setWaits(true) : read.again()));
  const problem = worst(read.problems);
  if (!read.rows) {
    return problem && !read.loading ? <ProblemState problem={problem} retry={read.again} /> : <Loading />;
  }
  if (read.rows.length === 0) return empty;
  const restart = () => {
    setWaits(false);
    read.restart();
  };
  return (
    <>
      {(read.total || (waits && read.isLong)) && (
        <div className={styles.bar} role="status">
          <span>{read.total && totalText(read.total, common.entries)}</span>
          {waits && read.isLong && (
            <Button size="compact-sm" variant="subtle" onClick={restart}>
              {common.showNew}
            </Button>
          )}
        </div>
      )}
      <Rows {...props} rows={read.rows} hasMore={read.hasMore} more={read.more} />
    </>
  );
}

/** The number of items as people read it: "10,000+" beyond the end of counting. */
export const totalText = ({ count, isExact }: Total, entries: (count: number, shown: string) => string): string =>
  entries(count, isExact ? number(count) : `${number(count)}+`);
