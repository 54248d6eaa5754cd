import { domainOf } from '#libs/mail/email';

/** The outcome of a method by RFC 8601, such as `pass`, `fail`, `softfail`, `none` or `temperror`. */
export interface AuthenticationVerdicts {
  spf: string;
  dkim: string;
  dmarc: string;
  arc: string;
}

/** The outcome of one of the checks. */
export interface MethodOutcome {
  status?: { result?: string };
}

/** The findings of mailauth on a message, as far as they are used here. */
export interface Authenticated {
  spf: MethodOutcome | false;
  dkim: { results?: (MethodOutcome & { signingDomain?: string })[]; headerFrom?: string[] };
  dmarc: (MethodOutcome & { policy?: string }) | false;
  arc: (MethodOutcome & { sealer?: string; dmarc?: string }) | false;
  headers: string;
}

/** The verdicts on the sender of a message. */
export interface SenderVerdicts {
  verdicts: AuthenticationVerdicts;
  /** The Authentication-Results field (RFC 8601), without its name. */
  results: string;
  /** True if the domain in From asks that mail which fails its checks is kept away (DMARC `reject` or `quarantine`). */
  isForged: boolean;
  /** The domains in From that were judged, in lower case; absent for mail that this installation sent. */
  judged?: readonly string[];
  /** The domain that has sealed the message last, in lower case, if its seals hold and it says that DMARC passed there; else null. */
  vouchedBy: string | null;
  /** The domains whose signature is valid and covers what is shown, in lower case. */
  signers: readonly string[];
}

const RESULTS_FIELD = 'Authentication-Results: ';

export function verdictsOf({ spf, dkim, dmarc, arc, headers }: Authenticated): SenderVerdicts {
  const dmarcResult = resultOf(dmarc);
  const verdicts = { spf: resultOf(spf), dkim: bestOf(dkim.results ?? []), dmarc: dmarcResult, arc: resultOf(arc) };
  const at = headers.lastIndexOf(RESULTS_FIELD);
  const results = at === -1 ? '' : headers.slice(at + RESULTS_FIELD.length).trim();
  const policy = dmarc ? dmarc.policy : undefined;
  const isForged = dmarcResult === 'fail' && (policy === 'reject' || policy === 'quarantine');
  const signers = (dkim.results ?? []).flatMap((one) =>
    resultOf(one) === 'pass' && one.signingDomain ? one.signingDomain.toLowerCase() : [],
  );
  const vouchedBy =
    arc && resultOf(arc) === 'pass' && arc.dmarc === 'pass' ? (arc.sealer?.toLowerCase() ?? null) : null;
  return {
    verdicts,
    results,
    isForged,
    signers,
    vouchedBy,
    judged: (dkim.headerFrom ?? []).map((address) => domainOf(address)),
  };
}

const resultOf = (outcome: MethodOutcome | false): string => (outcome && outcome.status?.result) || 'none';

/** Takes one valid signature of several as enough. */
function bestOf(outcomes: readonly MethodOutcome[]): string {
  const results = outcomes.map(resultOf);
  return ['pass', 'temperror', 'fail'].find((one) => results.includes(one)) ?? results[0] ?? 'none';
}
