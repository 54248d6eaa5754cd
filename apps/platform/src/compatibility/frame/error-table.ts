import type { Problem, ProblemCode } from '#libs/core/http';

/** Status of an answer, and the name or number that a dialect has for its error. */
export type ShownError<N> = readonly [status: number, name: N];

/** Errors of a dialect for our codes. */
export type ErrorsByCode<N> = Readonly<Partial<Record<ProblemCode, ShownError<N>>>>;

/** Makes the rule by which a dialect shows a Problem: by its code, or by its status where the dialect has no error for the code. */
export const errorTable =
  <N>(byCode: ErrorsByCode<N>, nameOf: (status: number) => N) =>
  ({ code, status }: Pick<Problem, 'code' | 'status'>): ShownError<N> =>
    byCode[code] ?? [status, nameOf(status)];
