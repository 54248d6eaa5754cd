import type { ReactNode } from 'react';
import type { Read } from '#web/graphql/use-read.ts';
import { worst } from '#web/graphql/problems.ts';
import { Loading, ProblemState } from './states.tsx';

interface ResultProps<Data, Field extends keyof Data> {
  read: Read<Data>;
  /** The root field that is shown; the others may be missing. */
  field: Field;
  rows?: number;
  children(value: NonNullable<Data[Field]>): ReactNode;
}

/** Shows one root field of an answer, or in what state it is. Null without a problem counts as not found. */
export function Result<Data, Field extends keyof Data & string>({
  read,
  field,
  rows,
  children,
}: ResultProps<Data, Field>) {
  const value = read.data?.[field];
  if (value != null) return children(value);
  if (read.loading) return <Loading rows={rows} />;
  const own = read.problems.find(({ path }) => path === field) ?? worst(read.problems.filter(({ path }) => !path));
  return <ProblemState problem={own ?? { code: 'NotFound' }} retry={read.again} />;
}
