import type { Migrations } from '#libs/persistence';
import { Sending1795000000000 } from './1795000000000-sending.js';
import { Webhooks1795000000100 } from './1795000000100-webhooks.js';

export const migrations: Migrations = [Sending1795000000000, Webhooks1795000000100];
