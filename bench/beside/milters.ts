import { freePort } from '#libs/test/embedded';
import { type BesideDir, Daemon } from './daemon.js';

/**
 * Checks signatures of mail that comes in. It reads a `ResolverConfiguration` anew for each message, by a parser that two threads at a time
 * crash, so it has none; without one it resolves no `.test`.
 */
export async function startVerifier(dir: BesideDir): Promise<Daemon> {
  return startOpendkim(dir, 'opendkim-verify', await freePort(), 'Mode v\nNameservers 127.0.0.1\n');
}

/** Signs mail of a domain with RSA-2048 and the selector `bench`. */
export async function startSigner(dir: BesideDir, domain: string, privateKeyPem: string): Promise<Daemon> {
  const port = await freePort();
  const key = await dir.write('opendkim-key.pem', privateKeyPem);
  const settings = `Mode s\nDomain ${domain}\nSelector bench\nKeyFile ${key}\nRequireSafeKeys no\nSubDomains no\n`;
  return startOpendkim(dir, 'opendkim-sign', port, settings);
}

async function startOpendkim(dir: BesideDir, name: string, port: number, settings: string): Promise<Daemon> {
  const common = `Socket inet:${port}@127.0.0.1\nUserID opendkim\nCanonicalization relaxed/relaxed\nSyslog no\n`;
  const config = await dir.write(`${name}.conf`, `${common}AuthservID mx.bench.test\n${settings}`);
  return Daemon.start({ name, command: ['/usr/sbin/opendkim', '-f', '-x', config], dir, port });
}

/** Checks DMARC by the results of OpenDKIM and of SPF before it, and rejects what fails. */
export async function startDmarc(dir: BesideDir): Promise<Daemon> {
  const port = await freePort();
  // By default nothing from 127.0.0.1 is checked.
  const ignored = await dir.write('opendmarc-ignored', '192.0.2.1\n');
  const config = await dir.write(
    'opendmarc.conf',
    `Socket inet:${port}@127.0.0.1
UserID opendmarc
AuthservID mx.bench.test
TrustedAuthservIDs mx.bench.test
IgnoreHosts ${ignored}
PublicSuffixList /usr/share/publicsuffix/public_suffix_list.dat
RejectFailures true
SPFSelfValidate false
Syslog false
`,
  );
  return Daemon.start({ name: 'opendmarc', command: ['/usr/sbin/opendmarc', '-f', '-c', config], dir, port });
}

/** The service of master.cf that checks SPF, and its configuration: Debian's, but for mail from 127.0.0.1. */
export async function spfService(dir: BesideDir): Promise<string> {
  const config = await dir.write(
    'policyd-spf.conf',
    `debugLevel = 1
TestOnly = 1
HELO_reject = Fail
Mail_From_reject = Fail
PermError_reject = False
TempError_Defer = False
skip_addresses = 192.0.2.1/32
Header_Type = AR
Authserv_Id = mx.bench.test
`,
  );
  return `policyd-spf unix - n n - 0 spawn user=policyd-spf argv=/usr/bin/policyd-spf ${config}\n`;
}
