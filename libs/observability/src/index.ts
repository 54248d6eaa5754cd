export { type LogFields, withoutCredentials } from './log-fields.js';
export { Logger, logger } from './logger.js';
export { Metrics, metrics } from './metrics.js';
export { NestLogger } from './nest-logger.js';
export { carriedContext, currentContext, runInContext, type CarriedContext, type WorkContext } from './work-context.js';
