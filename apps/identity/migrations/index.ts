import type { Migrations } from '#libs/persistence';
import { CreateIdentity1764000000000 } from './1764000000000-create-identity.js';

export const migrations: Migrations = [CreateIdentity1764000000000];
