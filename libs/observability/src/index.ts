export { describeError, type LogFields, withoutCredentials } from './log-fields.js';
export { Logger, logger, type LoggerOptions, setLogContext } from './logger.js';
export { Metrics, metrics } from './metrics.js';
export { NestLogger } from './nest-logger.js';
export { RequestSeries } from './request-series.js';
