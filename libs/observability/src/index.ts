export { type LogFields, withoutCredentials } from './log-fields.js';
export { Logger, logger, setLogContext } from './logger.js';
export { Metrics, metrics } from './metrics.js';
export { NestLogger } from './nest-logger.js';
