/** Log without personal data, metrics and traces. */

export { type LogFields, withoutCredentials } from './log-fields.js';
export { Logger, logger } from './logger.js';
export { Metrics, metrics } from './metrics.js';
export { NestLogger } from './nest-logger.js';
export {
  inClientSpan,
  inSpan,
  isTracing,
  openSpan,
  startTracing,
  stopTracing,
  traceHeaders,
  type OpenSpan,
  type SpanOptions,
} from './tracing.js';
export {
  carriedContext,
  currentContext,
  keepContext,
  runInContext,
  type CarriedContext,
  type WorkContext,
} from './work-context.js';
