/** Start of an app: Nest, configuration, database, queues, probes and an orderly end. */

export { createService, runService } from './service.js';
export { ServiceModule, type ServiceOptions } from './service.module.js';
export { SettingsModule } from './settings.module.js';
