export { createService, runService } from './service.js';
export { ServiceModule, type ServiceOptions } from './service.module.js';
export { SettingsModule } from './settings.module.js';
