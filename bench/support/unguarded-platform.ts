// The platform with its guard taken out: whoever calls is the one that the environment names.
import { AccessGuard, setPrincipal, type SessionPrincipal } from '#libs/auth';

const principal = JSON.parse(process.env['BENCH_PRINCIPAL'] ?? '') as SessionPrincipal;

AccessGuard.prototype.canActivate = async () => {
  setPrincipal(principal);
  return true;
};

await import('../../apps/platform/src/main.js');
