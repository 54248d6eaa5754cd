import { accessSync, constants } from 'node:fs';

/** The packages of Debian that the benches run, and a file of each that tells whether it is there. */
const FILES = {
  postfix: '/usr/lib/postfix/sbin/master',
  'postfix-policyd-spf-python': '/usr/bin/policyd-spf',
  opendkim: '/usr/sbin/opendkim',
  opendmarc: '/usr/sbin/opendmarc',
  'dovecot-imapd': '/usr/lib/dovecot/imap',
  'dovecot-lmtpd': '/usr/lib/dovecot/lmtp',
  'dovecot-fts-xapian': '/usr/lib/dovecot/modules/lib21_fts_xapian_plugin.so',
  nginx: '/usr/sbin/nginx',
  wrk: '/usr/bin/wrk',
};

export type DebianPackage = keyof typeof FILES;

/** Says what is missing to run the bench, and how it is got; the bench installs nothing by itself. @throws Error */
export function requirePackages(...names: DebianPackage[]): void {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error('This bench runs daemons of Debian under accounts of their own: it needs Linux, and root.');
  }
  const missing = names.filter((name) => !isThere(FILES[name]));
  if (missing.length === 0) return;
  throw new Error(
    [
      `Missing: ${missing.join(', ')}. On Debian 12, without starting any of them:`,
      `  printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d && chmod 755 /usr/sbin/policy-rc.d`,
      `  apt-get update && apt-get install --no-install-recommends ${missing.join(' ')}`,
    ].join('\n'),
  );
}

function isThere(file: string): boolean {
  try {
    accessSync(file, constants.F_OK);
    return true;
  } catch {
    return false;
  }
}
