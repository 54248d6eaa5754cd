import { runService } from '#libs/app';
import { PlatformConfig } from './config.js';
import { createPlatform } from './platform.js';

await runService(PlatformConfig, 'platform', createPlatform);
