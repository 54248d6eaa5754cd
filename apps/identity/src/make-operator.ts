import pg from 'pg';
import { recordAudit } from '#libs/audit';
import { isMain, loadConfig, SystemRoleConfig } from '#libs/config';
import { maybe } from '#libs/persistence';
import { recordViewChanges } from './credentials/view-change.sql.js';
import { MAKE_OPERATOR } from './users/user.sql.js';

/**
 * Makes a user an operator, by an address that the user has verified. Running processes follow within a second.
 * @throws Error that says what is wrong
 */
export async function makeOperator(systemUrl: string, email: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: systemUrl, max: 1 });
  const client = await pool.connect();
  try {
    await client.query('begin');
    const user = await maybe<{ id: string }>(client, MAKE_OPERATOR, [email.trim().toLowerCase()]);
    if (!user) throw new Error(`No user has ${email} as a verified address to log in with`);
    await recordViewChanges(client, [{ kind: 'user', name: user.id }]);
    await recordAudit(client, { action: 'operator.made', object: { type: 'user', id: user.id } });
    await client.query('commit');
  } finally {
    // Without a commit the server rolls back.
    client.release(true);
    await pool.end();
  }
}

if (isMain(import.meta.url)) {
  const [email] = process.argv.slice(2);
  try {
    if (!email) throw new Error('npm run make-operator -- <email>');
    await makeOperator(loadConfig(SystemRoleConfig).databaseSystemUrl, email);
    process.stdout.write(`${email} is an operator. In production the console asks for two-factor authentication.\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
