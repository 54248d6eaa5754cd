import type { CombinedError } from 'urql';

/** The problem of one root field, or with the whole call. */
export interface Problem {
  /** `Offline` if no answer came at all. */
  code: string;
  /** The part of the product that does not answer, where that is the problem. */
  app?: string;
  /** The field of the form that is invalid. */
  field?: string;
  /** The root field that the problem is of. */
  path?: string;
  requestId?: string;
  /** Seconds after which another try may succeed. */
  retryAfter?: number;
}

/** Codes that mean that nobody is signed in any more. */
const SIGNED_OUT = new Set(['AuthorizationError', 'AuthorizationRequired']);

/** All problems of an answer; none if there is no error. */
export function problemsOf(error: CombinedError | undefined): Problem[] {
  if (!error) return [];
  if (error.networkError) return [{ code: 'Offline' }];
  return error.graphQLErrors.map(({ extensions, path }) => ({
    code: text(extensions['code']) ?? 'InternalError',
    app: text(extensions['app']),
    field: text(extensions['field']),
    path: path?.[0] === undefined ? undefined : String(path[0]),
    requestId: text(extensions['requestId']),
    retryAfter: typeof extensions['retryAfter'] === 'number' ? extensions['retryAfter'] : undefined,
  }));
}

/** Returns true if every root field was refused for want of a session: one alone may need a right that the user lacks. */
export function isSignedOut(data: object | null | undefined, problems: readonly Problem[]): boolean {
  const answered = Object.entries(data ?? {}).some(([name, value]) => name !== '__typename' && value != null);
  return !answered && problems.length > 0 && problems.every(({ code }) => SIGNED_OUT.has(code));
}

/** The problem to show for a screen: one that is not just a part of the product being away, if there is one. */
export function worst(problems: readonly Problem[]): Problem | undefined {
  return problems.find(({ code }) => code !== 'ServiceUnavailable') ?? problems[0];
}

/** The field of a form that a problem is of. The server may spell it in another case, or name one inside of it. */
export function fieldOf({ field }: Problem, names: readonly string[]): string | undefined {
  const parts = (field ?? '').toLowerCase().split('.');
  return names.find((name) => parts.includes(name.toLowerCase()));
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
