// Prints the secrets that docker-compose.yml asks for, new ones each time: `node scripts/compose-env.mjs > .env`.
import { randomBytes } from 'node:crypto';

const WORDS = ['POSTGRES_PASSWORD', 'REDIS_PASSWORD', 'MINIO_ROOT_PASSWORD', 'SERVICE_SECRET'];
const APPS = ['IDENTITY', 'PLATFORM', 'MAIL', 'PAGES', 'CRM'];
/** An app without a database has keys alone. */
const KEY_OWNERS = [...APPS, 'DASHBOARD'];
const ROLES = ['OWNER', 'APP', 'SYSTEM'];

const word = () => randomBytes(24).toString('base64url');
const passwords = APPS.flatMap((app) => ROLES.map((role) => `${app}_${role}_PASSWORD=${word()}`));
const keys = KEY_OWNERS.map((app) => `${app}_ENCRYPTION_KEYS=k1:${randomBytes(32).toString('base64')}`);

console.log([...WORDS.map((name) => `${name}=${word()}`), ...passwords, ...keys].join('\n'));
