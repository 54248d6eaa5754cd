import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** How to start a Postgres program: Postgres does not run as root. */
export interface Launch {
  command: string;
  args: string[];
  uid?: number;
  gid?: number;
}

interface Account {
  uid: number;
  gid: number;
}

const ACCOUNT = 'postgres';

/** The account for Postgres if we are root (created if missing); undefined if we are not root. */
export function serverAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  return findAccount() ?? createAccount();
}

function findAccount(): Account | undefined {
  const entry = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === ACCOUNT);
  return entry ? { uid: Number(entry[2]), gid: Number(entry[3]) } : undefined;
}

function createAccount(): Account {
  const options = { encoding: 'utf8', stdio: 'pipe' } as const;
  // Alpine has busybox's adduser in place of shadow's useradd.
  const made =
    spawnSync('useradd', ['--system', '--user-group', '--no-create-home', ACCOUNT], options).status === 0 ||
    spawnSync('adduser', ['-S', '-D', '-H', ACCOUNT], options).status === 0;
  const account = made ? findAccount() : undefined;
  if (!account) {
    throw new Error(
      `Postgres does not run as root and the account "${ACCOUNT}" could not be made; run as another user`,
    );
  }
  return account;
}

/** Makes the account the owner of a path. */
export function chownTo(account: Account | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** Closes a directory to other users of the machine. Postgres's account, which is another one if we are root, may pass through. */
export function closeToOthers(dir: string): void {
  const account = serverAccount();
  if (account) chownSync(dir, process.getuid?.() ?? 0, account.gid);
  chmodSync(dir, account ? 0o710 : 0o700);
}

/**
 * How to start `command` under `account`. If the account cannot traverse a parent directory (a checkout below /root, or
 * in a private temporary directory), the server keeps the one capability that allows it.
 */
export function launchAs(account: Account | undefined, command: string, args: string[], dataDir: string): Launch {
  if (!account) return { command, args };
  if (canReach(account, command) && canReach(account, dataDir)) return { command, args, ...account };
  return { command: 'setpriv', args: [...setprivOptions(account, dataDir), command, ...args] };
}

function setprivOptions({ uid, gid }: Account, dataDir: string): string[] {
  const options = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  options.push('--inh-caps=+dac_override', '--ambient-caps=+dac_override');
  // Without this bit access(2), with which the programs find each other, ignores the capability.
  options.push('--securebits=+no_setuid_fixup');
  try {
    execFileSync('setpriv', [...options, 'true'], { stdio: 'ignore' });
  } catch {
    throw new Error(
      `The account "${ACCOUNT}" cannot reach ${dataDir}; set DATA_DIR to a directory open to it (mode 755)`,
    );
  }
  return options;
}

function canReach(account: Account, path: string): boolean {
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    const { mode, uid, gid } = statSync(dir);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (dir === dirname(dir)) return true;
  }
}
