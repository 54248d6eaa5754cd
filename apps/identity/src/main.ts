import { runService } from '#libs/core/app';
import { IdentityConfig } from './config.js';
import { createIdentity } from './identity.js';

await runService(IdentityConfig, 'identity', createIdentity);
