// The platform without its guard: every call has the principal that the environment names.
import { AccessGuard, setPrincipal, type SessionPrincipal } from '#libs/core/auth';

const principal = JSON.parse(process.env['BENCH_PRINCIPAL'] ?? '') as SessionPrincipal;

/** A session has 1,500 calls a minute. */
const principals = Array.from({ length: 64 }, (_, n) => ({ ...principal, sessionId: `ses_${n}` }));
let calls = 0;

AccessGuard.prototype.canActivate = async () => {
  setPrincipal(principals[calls++ % principals.length]!);
  return true;
};

await import('../../apps/platform/src/main.js');
