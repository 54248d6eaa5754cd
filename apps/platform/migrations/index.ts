import type { Migrations } from '#libs/persistence';
import { Sending1795000000000 } from './1795000000000-sending.js';

export const migrations: Migrations = [Sending1795000000000];
