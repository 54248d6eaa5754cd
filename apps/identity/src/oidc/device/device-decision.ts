/** Fields of a device code that say what was decided. */
interface Decision {
  inFlight?: unknown;
  accountId?: unknown;
  error?: unknown;
}

/** Tells whether a device code is still undecided. A user who approves it holds it from then on, also while signing in. */
export const isUndecided = ({ inFlight, accountId, error }: Decision): boolean => !inFlight && !accountId && !error;

/**
 * Tells whether a payload is the first decision on a code: the approval before the sign-in, or a denial. What follows an approval is
 * the same user's.
 */
export const isFirstDecision = ({ inFlight, accountId, error }: Decision): boolean =>
  !accountId && Boolean(inFlight) !== Boolean(error);

/** Error of a user who decides second. The page of the library's error of this name is shown; the library does not export it. */
export class CodeAlreadyUsed extends Error {
  override readonly name = 'AlreadyUsedError';
  readonly statusCode = 200;
  readonly expose = true;

  constructor(readonly userCode: string | undefined) {
    super('code has already been used');
  }
}
