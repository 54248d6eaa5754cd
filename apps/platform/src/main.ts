import { runService } from '#libs/core/app';
import { PlatformConfig } from './config.js';
import { createPlatform } from './platform.js';

await runService(PlatformConfig, 'platform', createPlatform);
