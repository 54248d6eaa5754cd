import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { RolePasswords } from '#libs/test/embedded';
import { APPS, DATABASES, keyOwnerOf } from './apps.js';

/** Secrets that a stack generates at its first start and keeps. */
export interface Secrets {
  /** Superuser of the embedded Postgres. */
  postgresPassword: string;
  /** Password of the embedded Redis. */
  redisPassword: string;
  /** Passwords of the three roles of each database. */
  databases: Record<string, RolePasswords>;
  /** Credential of calls between the apps. */
  serviceSecret: string;
  /** ENCRYPTION_KEYS by database: apps that share a database share the keys. Those of an app without one by its name. */
  encryptionKeys: Record<string, string>;
  userPassword: string;
  operatorPassword: string;
  apiKey: string;
}

/** Reads the file, adds missing secrets and writes it, readable by its owner only. */
export function loadSecrets(file: string): Secrets {
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  const secrets = complete(kept);
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}

function complete(kept: Partial<Secrets>): Secrets {
  return {
    postgresPassword: kept.postgresPassword ?? word(),
    redisPassword: kept.redisPassword ?? word(),
    databases: complemented(DATABASES, kept.databases, () => ({ owner: word(), app: word(), system: word() })),
    serviceSecret: kept.serviceSecret ?? word(),
    encryptionKeys: complemented(
      APPS.map(keyOwnerOf),
      kept.encryptionKeys,
      () => `k1:${randomBytes(32).toString('base64')}`,
    ),
    userPassword: kept.userPassword ?? word(12),
    operatorPassword: kept.operatorPassword ?? word(12),
    apiKey: kept.apiKey ?? `sk_test_${randomBytes(24).toString('hex')}`,
  };
}

function complemented<T>(
  names: readonly string[],
  kept: Record<string, T> | undefined,
  make: () => T,
): Record<string, T> {
  const all = { ...kept };
  for (const name of names) all[name] ??= make();
  return all;
}

function word(bytes = 24): string {
  return randomBytes(bytes).toString('base64url');
}
