import type { Migrations } from '#libs/persistence';
import { Foundation1797000000000 } from './1797000000000-foundation.js';

export const migrations: Migrations = [Foundation1797000000000];
