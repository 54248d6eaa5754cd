import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import type { PagedRead } from '#web/graphql/use-read.ts';
import { worst } from '#web/graphql/problems.ts';
import { useCommon } from '#web/i18n/common.ts';
import { Loading, ProblemState } from './states.tsx';
import styles from './rows.module.css';
import { useVirtualRows } from './use-virtual-rows.ts';

export interface Column<Row> {
  /** The heading; empty for buttons. */
  title: string;
  /** A track of a CSS grid, such as `2fr` or `120px`; `1fr` if absent. */
  width?: string;
  /** Numbers stand at the end. */
  end?: boolean;
  /** Left out on a phone. */
  wide?: boolean;
  /** Buttons of the row, which are not part of its link. */
  actions?: boolean;
  cell(row: Row): ReactNode;
}

interface RowsProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  /** Where a row leads. */
  link?(row: Row): string;
  total?: number;
  hasMore?: boolean;
  more?(): void;
}

/** More rows than this scroll in a frame of their own, with only those in sight in the document. */
const VIRTUAL_FROM = 60;

/** A list of a few or of a hundred thousand rows. On a phone each row has two lines. */
export function Rows<Row>(props: RowsProps<Row>) {
  const { label, rows, columns, hasMore, more } = props;
  const common = useCommon();
  const long = rows.length > VIRTUAL_FROM;
  const template = columns
    .map(({ width }) => (width?.endsWith('px') ? width : `minmax(0, ${width ?? '1fr'})`))
    .join(' ');
  return (
    <div
      className={styles.table}
      role="table"
      aria-label={label}
      aria-rowcount={hasMore ? -1 : rows.length + 1}
      style={{ '--columns': template } as CSSProperties}
    >
      <div role="rowgroup">
        <div className={styles.head} role="row" aria-rowindex={1}>
          {columns.map(({ title, end, actions }, index) => (
            <div
              key={index}
              className={styles.cell}
              role={actions || title ? 'columnheader' : 'cell'}
              data-end={end || undefined}
            >
              {actions ? <span className="visually-hidden">{common.actions}</span> : title}
            </div>
          ))}
        </div>
      </div>
      {long ? <LongRows {...props} /> : <div role="rowgroup">{rows.map((row, index) => rowOf(props, row, index))}</div>}
      {hasMore && !long && (
        <div className={styles.foot}>
          <Button variant="default" onClick={more}>
            {common.more}
          </Button>
        </div>
      )}
    </div>
  );
}

function LongRows<Row>(props: RowsProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const { items, height } = useVirtualRows(frame, props.rows.length, props.hasMore ? props.more : undefined);
  return (
    <div className={styles.scroll} ref={frame}>
      <div className={styles.filler} role="rowgroup" style={{ height }}>
        {items.map(({ index, start, size }) => {
          const row = props.rows[index];
          const style = { transform: `translateY(${start}px)`, height: size };
          return row === undefined ? null : rowOf(props, row, index, style);
        })}
      </div>
    </div>
  );
}

function rowOf<Row>({ columns, keyOf, link }: RowsProps<Row>, row: Row, index: number, style?: CSSProperties) {
  const to = link?.(row);
  return (
    <div
      key={keyOf(row)}
      role="row"
      aria-rowindex={index + 2}
      className={style ? `${styles.row} ${styles.placed}` : styles.row}
      data-link={to ? true : undefined}
      style={style}
    >
      {columns.map((column, position) => (
        <div
          key={position}
          role="cell"
          className={styles.cell}
          data-first={position === 0 || undefined}
          data-end={column.end || undefined}
          data-hidden={column.wide || undefined}
          data-actions={column.actions || undefined}
        >
          {position === 0 && to ? (
            <Link to={to} className={styles.link}>
              {column.cell(row)}
            </Link>
          ) : (
            column.cell(row)
          )}
        </div>
      ))}
    </div>
  );
}

interface PagedRowsProps<Row> extends Omit<RowsProps<Row>, 'rows' | 'hasMore' | 'more'> {
  read: PagedRead<Row>;
  /** Shown in place of a list without rows. */
  empty: ReactNode;
}

/** A list that is read page by page, in every state it may be in. */
export function PagedRows<Row>({ read, empty, ...props }: PagedRowsProps<Row>) {
  const problem = worst(read.problems);
  if (!read.rows) {
    return problem && !read.loading ? <ProblemState problem={problem} retry={read.again} /> : <Loading />;
  }
  if (read.rows.length === 0) return empty;
  return <Rows {...props} rows={read.rows} hasMore={read.hasMore} more={read.more} />;
}
