// The platform with its guard taken out: whoever calls is the one that the environment names.
import { setPrincipal, type SessionPrincipal } from '#libs/auth';
import { AccessGuard } from '../../libs/auth/src/access.guard.js';

const principal = JSON.parse(process.env['BENCH_PRINCIPAL'] ?? '') as SessionPrincipal;

AccessGuard.prototype.canActivate = async () => {
  setPrincipal(principal);
  return true;
};

await import('../../apps/platform/src/main.js');
