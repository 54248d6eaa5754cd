import { runService } from '#libs/core/app';
import { RuntimeConfig } from './config.js';
import { createRuntime } from './runtime.js';

await runService(RuntimeConfig, 'runtime', createRuntime);
