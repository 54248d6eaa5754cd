import { execFile } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { promisify } from 'node:util';
import { type BesideDir, Daemon } from './daemon.js';

const run = promisify(execFile);

export const IMAP_PASSWORD = 'bench';

/** The full-text index that Debian 12 has; it reads new mail as soon as it is there. */
const FULL_TEXT = `
mail_plugins = fts fts_xapian
plugin {
  fts = xapian
  fts_xapian = partial=3 full=20
  fts_autoindex = yes
  fts_enforced = yes
}
service indexer-worker {
  vsz_limit = 2G
}
`;

const config = (dir: BesideDir, port: number, hasFullText: boolean) => `
base_dir = ${dir.of('dovecot/run')}
state_dir = ${dir.of('dovecot/state')}
log_path = ${dir.of('dovecot/dovecot.log')}
listen = 127.0.0.1
protocols = imap lmtp
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain
first_valid_uid = 1
mail_uid = mail
mail_gid = mail
mail_location = maildir:${dir.of('mail/%n')}
# The default: files of mail are flushed before they are acknowledged.
mail_fsync = optimized
mail_attachment_detection_options = add-flags
passdb {
  driver = static
  args = password=${IMAP_PASSWORD}
}
userdb {
  driver = static
  args = allow_all_users=yes home=${dir.of('mail/%n')}
}
namespace inbox {
  inbox = yes
}
service lmtp {
  unix_listener lmtp {
    mode = 0666
  }
}
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service auth {
  unix_listener auth-client {
    mode = 0666
  }
}
${hasFullText ? FULL_TEXT : ''}`;

/** Dovecot with LMTP, IMAP and Maildir. */
export class Dovecot {
  private constructor(
    private readonly dir: BesideDir,
    private readonly daemon: Daemon,
  ) {}

  static async start(dir: BesideDir, port: number, { hasFullText = false } = {}): Promise<Dovecot> {
    const file = await dir.write('dovecot/dovecot.conf', config(dir, port, hasFullText).trimStart());
    await mkdir(dir.of('mail'), { recursive: true });
    await mkdir(dir.of('dovecot/state'), { recursive: true });
    await run('chown', ['mail:mail', dir.of('mail')]);
    const command = ['/usr/sbin/dovecot', '-F', '-c', file] as const;
    return new Dovecot(dir, await Daemon.start({ name: 'dovecot', command: [...command], dir, port }));
  }

  get pid(): number {
    return this.daemon.pid;
  }

  get port(): number {
    return this.daemon.port;
  }

  get lmtpSocket(): string {
    return this.dir.of('dovecot/run/lmtp');
  }

  get authSocket(): string {
    return this.dir.of('dovecot/run/auth-client');
  }

  get configFile(): string {
    return this.dir.of('dovecot/dovecot.conf');
  }

  /** Directory of the mail of an account. */
  maildir(account: string): string {
    return this.dir.of('mail', account);
  }

  /** Files of the messages that are delivered to an account: those that have their final names. */
  async messages(account: string): Promise<string[]> {
    // A message whose attachments were looked for has a flag, and so is not among the new ones.
    const folders = ['new', 'cur'].map((folder) => `${this.maildir(account)}/${folder}`);
    const names = await Promise.all(
      folders.map((folder) =>
        readdir(folder).then(
          (files) => files.map((file) => `${folder}/${file}`),
          () => [],
        ),
      ),
    );
    return names.flat();
  }

  stop(): Promise<void> {
    return this.daemon.stop();
  }
}
