// The development inbox: receives and shows every mail of the stack, and keeps it across restarts.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Maximum of mails that are kept: the inbox reads all of them at its start. */
const MOST_KEPT = 1_000;

const { INBOX_SMTP_PORT: smtp, INBOX_PORT: web, INBOX_DIR: mailDirectory } = process.env;
if (!smtp || !web || !mailDirectory)
  throw new Error('INBOX_SMTP_PORT, INBOX_PORT and INBOX_DIR say where the inbox is');

mkdirSync(mailDirectory, { recursive: true });
forgetOldest(mailDirectory);
const createMailDev = await loadMailDev();
createMailDev({ smtp: Number(smtp), web: Number(web), ip: '127.0.0.1', mailDirectory, silent: true }).listen();

/** A production installation is without it. */
async function loadMailDev() {
  try {
    return (await import('maildev')).default;
  } catch (cause) {
    throw new Error('The development inbox needs maildev: run npm ci --include=dev', { cause });
  }
}

function forgetOldest(dir: string): void {
  const mails = readdirSync(dir).filter((file) => file.endsWith('.eml'));
  if (mails.length <= MOST_KEPT) return;
  const byAge = mails.map((file) => ({ file, at: statSync(join(dir, file)).mtimeMs })).sort((a, b) => b.at - a.at);
  for (const { file } of byAge.slice(MOST_KEPT)) {
    rmSync(join(dir, file), { force: true });
    rmSync(join(dir, file.replace(/\.eml$/, '')), { recursive: true, force: true });
  }
}
