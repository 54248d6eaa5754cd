import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { type CSSProperties, memo, type ReactNode, useMemo, useRef } from 'react';
import { useCommon } from '#web/i18n/common.ts';
import styles from './rows.module.css';
import { type ColumnSort, directionOf, nextSort, type Sort } from './sort.ts';
import { Empty } from './states.tsx';
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
  /** The orders that its heading offers. */
  sort?: ColumnSort;
  cell(row: Row): ReactNode;
}

export interface RowsProps<Row> {
  label: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf(row: Row): string;
  /** Where a row leads. */
  link?(row: Row): string;
  sort?: Sort;
  hasMore?: boolean;
  more?(): void;
}

/** More rows than this scroll in a frame of their own, with only those in sight in the document. */
const VIRTUAL_FROM = 50;

/** A list of a few or of a hundred thousand rows. On a phone each row has two lines. */
export function Rows<Row>(props: RowsProps<Row>) {
  const { label, rows, columns, sort, hasMore, more } = props;
  const common = useCommon();
  if (rows.length === 0) return <Empty title={common.emptyList} />;
  const long = rows.length > VIRTUAL_FROM;
  const isTitled = columns.some(({ title }) => title !== '');
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
        <div
          className={isTitled ? styles.head : 'visually-hidden'}
          role="row"
          aria-rowindex={1}
          data-sorted={sort !== undefined || undefined}
        >
          {columns.map((column, index) => (
            <Heading key={index} column={column} sort={sort} />
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

const SIGNS = { ascending: ArrowUp, descending: ArrowDown, none: ArrowUpDown } as const;

function Heading<Row>({ column, sort }: { column: Column<Row>; sort: Sort | undefined }) {
  const common = useCommon();
  const { title, end, actions } = column;
  if (!sort || !column.sort) {
    return (
      <div className={styles.cell} role={actions || title ? 'columnheader' : 'cell'} data-end={end || undefined}>
        {actions ? <span className="visually-hidden">{common.actions}</span> : title}
      </div>
    );
  }
  const direction = directionOf(column.sort, sort.current);
  const wanted = nextSort(column.sort, sort.current);
  const Sign = SIGNS[direction];
  return (
    <div className={styles.cell} role="columnheader" aria-sort={direction} data-end={end || undefined} data-sort>
      <button type="button" className={styles.sort} onClick={() => sort.change(wanted)}>
        {title}
        <Sign size={13} aria-hidden />
      </button>
    </div>
  );
}

function LongRows<Row>(props: RowsProps<Row>) {
  const { rows, columns, keyOf, link } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { items, height } = useVirtualRows(frame, rows.length, props.hasMore ? props.more : undefined);
  // Scrolling draws the rows alone that come into sight: what the others are made of stays the same.
  const shown = useMemo(() => ({ columns, keyOf, link }), [columns, keyOf, link]);
  return (
    <div className={styles.scroll} ref={frame}>
      <div className={styles.filler} role="rowgroup" style={{ height }}>
        {items.map(({ index, start, size }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return <PlacedRow key={keyOf(row)} of={shown as never} row={row} index={index} start={start} size={size} />;
        })}
      </div>
    </div>
  );
}

type Shown<Row> = Pick<RowsProps<Row>, 'columns' | 'keyOf' | 'link'>;

interface PlacedRowProps {
  of: Shown<unknown>;
  row: unknown;
  index: number;
  start: number;
  size: number;
}

const PlacedRow = memo(({ of, row, index, start, size }: PlacedRowProps) =>
  rowOf(of, row, index, { transform: `translateY(${start}px)`, height: size }),
);

function rowOf<Row>({ columns, keyOf, link }: Shown<Row>, row: Row, index: number, style?: CSSProperties) {
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
      {columns.slice(0, 1).map((column) => cellOf(column, row, 0, to))}
      <div className={styles.rest} role="presentation">
        {columns.slice(1).map((column, place) => cellOf(column, row, place + 1))}
      </div>
    </div>
  );
}

function cellOf<Row>(column: Column<Row>, row: Row, position: number, to?: string) {
  return (
    <div
      key={position}
      role="cell"
      className={styles.cell}
      data-first={position === 0 || undefined}
      data-end={column.end || undefined}
      data-hidden={column.wide || undefined}
      data-actions={column.actions || undefined}
    >
      {to === undefined ? (
        column.cell(row)
      ) : (
        <Link to={to} className={styles.link} preload={false}>
          {column.cell(row)}
        </Link>
      )}
    </div>
  );
}
