import type { ErrorCode } from './generated/error-codes.gen.js';

/** A fault at one field of a request. */
export interface FieldError {
  /** A path such as `Destination.ToAddresses[3]`. */
  field: string;
  message: string;
}

/** Everything that this package throws, except what a signal of the caller throws. */
export class ServiceError extends Error {
  override name = 'ServiceError';
}

/** No answer came: the connection failed, or was cut. */
export class ConnectionError extends ServiceError {
  override name = 'ConnectionError';
}

/** No answer came in time. */
export class TimeoutError extends ServiceError {
  override name = 'TimeoutError';
}

/** A webhook that is not genuine, too old, or no event. */
export class WebhookVerificationError extends ServiceError {
  override name = 'WebhookVerificationError';
}

interface ApiErrorFields {
  status: number;
  code: ErrorCode;
  message: string;
  details: readonly FieldError[];
  requestId: string | undefined;
  retryAfter: number | undefined;
  body: unknown;
}

/** An answer that is an error, in the same form for every API. */
export class ApiError extends ServiceError {
  override name = 'ApiError';
  /** The status of HTTP. */
  readonly status: number;
  /** Code of the fault, such as `ValidationError`, `NotFound` or `QuotaExceeded`. */
  readonly code: ErrorCode;
  /** The fields at fault, where there are any. */
  readonly details: readonly FieldError[];
  /** The id of the request, for questions to the operator and for logs. */
  readonly requestId: string | undefined;
  /** Seconds after which a repeat can succeed, where the answer says it. */
  readonly retryAfter: number | undefined;
  /** The answer itself. */
  readonly body: unknown;

  constructor(fields: ApiErrorFields) {
    super(fields.message);
    this.status = fields.status;
    this.code = fields.code;
    this.details = fields.details;
    this.requestId = fields.requestId;
    this.retryAfter = fields.retryAfter;
    this.body = fields.body;
  }

  /** The first field at fault. */
  get field(): string | undefined {
    return this.details[0]?.field;
  }
}
