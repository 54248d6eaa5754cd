import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type BesideDir, Daemon } from './daemon.js';

const run = promisify(execFile);

/** Settings that every Postfix of the benches has: its own directories, its own log, 127.0.0.1 alone. */
const COMMON = (dir: BesideDir) => `
compatibility_level = 3.6
queue_directory = ${dir.of('postfix/queue')}
data_directory = ${dir.of('postfix/data')}
maillog_file = ${dir.of('postfix/mail.log')}
maillog_file_prefixes = ${dir.path}
myhostname = mx.bench.test
mydestination =
alias_maps =
alias_database =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
append_dot_mydomain = no
biff = no
milter_default_action = tempfail
`;

/** The services of Debian's master.cf that these benches need, outside of a chroot, which has no resolver of the bench. */
const SERVICES = (port: number) => `
127.0.0.1:${port} inet n - n - - smtpd
cleanup   unix  n - n - 0 cleanup
qmgr      unix  n - n 300 1 qmgr
tlsmgr    unix  - - n 1000? 1 tlsmgr
rewrite   unix  - - n - - trivial-rewrite
bounce    unix  - - n - 0 bounce
defer     unix  - - n - 0 bounce
trace     unix  - - n - 0 bounce
verify    unix  - - n - 1 verify
proxymap  unix  - - n - - proxymap
smtp      unix  - - n - - smtp
relay     unix  - - n - - smtp
error     unix  - - n - - error
retry     unix  - - n - - error
lmtp      unix  - - n - - lmtp
anvil     unix  - - n - 1 anvil
scache    unix  - - n - 1 scache
postlog   unix-dgram n - n - 1 postlogd
`;

/** @param main lines of main.cf, beside the common ones; @param master lines of master.cf */
export async function startPostfix(
  dir: BesideDir,
  { port, main, master = '' }: { port: number; main: string; master?: string },
): Promise<Daemon> {
  await dir.write('postfix/etc/main.cf', `${COMMON(dir).trimStart()}${main.trimStart()}`);
  await dir.write('postfix/etc/master.cf', `${SERVICES(port).trimStart()}${master.trimStart()}`);
  await mkdir(dir.of('postfix/queue'));
  await mkdir(dir.of('postfix/data'));
  await run('chown', ['postfix', dir.of('postfix/data')]);
  // Makes the directories of the queue.
  await run('postfix', ['-c', dir.of('postfix/etc'), 'check']);
  const command = ['/usr/lib/postfix/sbin/master', '-c', dir.of('postfix/etc'), '-d'] as const;
  return Daemon.start({ name: 'postfix', command: [...command], dir, port });
}
