import pg, { type PoolClient } from 'pg';
import { IsOptional, IsString } from 'class-validator';
import { recordAudit } from '#libs/core/audit';
import { configOf, isMain, loadConfig, SystemRoleConfig } from '#libs/core/config';
import { isEmailAddress } from '#libs/core/http';
import { exec, maybe, newId } from '#libs/core/persistence';
import { randomToken, sha256Hex } from '#libs/core/secrets';
import { recordViewChanges } from './credentials/view-change.sql.js';
import { LINK_PATHS } from './mail/mail-links.js';
import { ADD_FIRST_ADDRESS, ADD_FIRST_USER, ADD_PASSWORD_LINK, FREE_ADDRESS, MAKE_OPERATOR } from './users/user.sql.js';

/** Whoever runs the command reads the link at once; a mail is not needed. */
const LINK_HOURS = 24;

/** Variables of the command. */
class MakeOperatorConfig extends configOf(SystemRoleConfig) {
  /** Address of identity, for the link. */
  @IsOptional()
  @IsString()
  issuer?: string;

  /** The same, if ISSUER is absent. */
  @IsOptional()
  @IsString()
  publicUrl?: string;
}

export interface MadeOperator {
  /** The path of the page on which the operator chooses a password; null for a user who has one. */
  passwordPath: string | null;
}

/**
 * Makes a user an operator, by an address that the user has verified. An address that no user has gets an account: on a
 * new installation nobody could invite the first user. Running processes follow within a second.
 * @throws Error that says what is wrong
 */
export async function makeOperator(systemUrl: string, text: string): Promise<MadeOperator> {
  const email = text.trim().toLowerCase();
  if (!isEmailAddress(email)) throw new Error(`${text} is no e-mail address`);
  const pool = new pg.Pool({ connectionString: systemUrl, max: 1 });
  const client = await pool.connect();
  try {
    await client.query('begin');
    const created = await createUser(client, email);
    const user = await maybe<{ id: string; addressId: string; hasPassword: boolean }>(client, MAKE_OPERATOR, [email]);
    if (!user) throw new Error(`A user has ${email}, but not as a verified address to log in with, or is disabled`);
    const passwordPath = user.hasPassword ? null : await createPasswordLink(client, user.id, user.addressId);
    await recordViewChanges(client, [{ kind: 'user', name: user.id }]);
    const object = { type: 'user', id: user.id };
    await recordAudit(client, { action: 'operator.made', object, ...(created && { after: { created } }) });
    await client.query('commit');
    return { passwordPath };
  } finally {
    // Without a commit the server rolls back.
    client.release(true);
    await pool.end();
  }
}

/** Creates a user without a password, unless one has the address. The address counts as verified: its holder runs the installation. */
async function createUser(client: PoolClient, email: string): Promise<boolean> {
  await exec(client, FREE_ADDRESS, [email]);
  const id = newId('usr');
  if ((await exec(client, ADD_FIRST_USER, [id, email])) === 0) return false;
  await exec(client, ADD_FIRST_ADDRESS, [newId('adr'), id, email]);
  return true;
}

async function createPasswordLink(client: PoolClient, userId: string, addressId: string): Promise<string> {
  const token = randomToken(32);
  await exec(client, ADD_PASSWORD_LINK, [sha256Hex(token), userId, addressId, LINK_HOURS]);
  return `${LINK_PATHS.passwordReset}?token=${token}`;
}

/** Text that the command prints. */
export function operatorMessage(email: string, { passwordPath }: MadeOperator, identityUrl: string): string {
  const made = `${email} is an operator. In production the console asks for two-factor authentication.\n`;
  if (passwordPath === null) return made;
  const address = identityUrl.replace(/\/+$/, '');
  return `${made}The account is new. Choose its password within ${LINK_HOURS} hours, at\n\n  ${address}${passwordPath}\n`;
}

if (isMain(import.meta.url)) {
  const [email] = process.argv.slice(2);
  try {
    if (!email) throw new Error('npm run make-operator -- <email>');
    const { databaseSystemUrl, issuer, publicUrl } = loadConfig(MakeOperatorConfig);
    const made = await makeOperator(databaseSystemUrl, email);
    process.stdout.write(operatorMessage(email, made, issuer ?? publicUrl ?? '<address of identity>'));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
