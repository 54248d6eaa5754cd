/** HTTP interface: fields, validation, envelopes, lists, files, OpenAPI. */

export { type FastHttp } from './adapter/service-adapter.js';
export { EveryDigit } from './body/every-digit.js';
export { KeepDigits } from './body/keep-digits.js';
export { ValidateEachRow } from './body/validate-each-row.js';
export { readForm } from './body/read-form.js';
export { receivedBytes } from './body/received-bytes.js';
export { readText } from './body/read-text.js';
export { createApp, type CreateAppOptions } from './create-app.js';
export { startMetricsServer, type MetricsPlace } from './meta/metrics-server.js';
export { ReadinessRegistry, type ReadinessCheck } from './meta/readiness.js';
export * from './problem/codes.js';
export {
  detailedEnvelope,
  type Envelope,
  objectSchema,
  type ProblemPage,
  type RenderedProblem,
  textSchema,
  textStatus,
  textWithFields,
} from './problem/envelope.js';
export { portugueseEnvelope } from './problem/portuguese.js';
export { portugueseReason } from './problem/portuguese-texts.js';
export { graphqlErrors } from './problem/graphql-error.js';
export { Problem, type ProblemDetail, type ProblemOptions } from './problem/problem.js';
export { invalidField } from './problem/invalid-field.js';
export { refusal } from './problem/refusal.js';
export { toProblem } from './problem/to-problem.js';
export { type AppProfile } from './profile.js';
export { ContextSlot, currentRequest, RequestContext, withContext, workContext } from './request/request-context.js';
export { type DirectAnswer, hasLength, sendDirectAnswer } from './request/direct-answer.js';
export { PROTECTIVE_HEADERS } from './request/protective-headers.js';
export { EventStream, type EventStreamOptions, eventText, type ServerEvent } from './events/event-stream.js';
export { hostOf } from './request/host-of.js';
export { problemStatusOf } from './request/request-state.js';
export { newRequestId } from './request/request-id.js';
export { type RunnableRoute, type RunRoute } from './request/route-runner.js';
export { bodyOf, bodyOfText } from './validation/body-of.js';
export { parseJsonBody } from './body/parse-json.js';
export { CompiledValidationPipe } from './validation/validation-pipe.js';
export * from './fields/index.js';
export { AnswerMeter, meterAnswers } from './graphql/answer-meter.js';
export { graphqlName, withGraphqlNames, withRestNames } from './graphql/field-names.js';
export { declareArguments } from './graphql/arguments.js';
export { costOf, type VisitedField } from './graphql/operation-cost.js';
export { limitOperation, MAX_VALUES, rootFieldCount } from './graphql/query-limits.js';
export { separateRootFields } from './graphql/root-field-contexts.js';
export { Created, type CreatedOptions } from './openapi/created.js';
export { Errors } from './openapi/errors.js';
export { Operation, type OperationOptions, type OperationSuccess } from './openapi/operation.js';
export { pageOf, type PageView, type View } from './openapi/page-of.js';
export {
  CURSOR_MAX,
  sealedLists,
  type ListConvention,
  type ListLimits,
  type SealedList,
} from './openapi/sealed-list.js';
export { knownBy, type KnownDecorator } from './known/known-by.js';
export { describeApp } from './openapi/document.js';
export { CSV_MARK, csvCell, type CsvDelimiter, csvLine, type CsvValue } from './files/csv.js';
export { type CsvColumn, type CsvDownload, csvLines, sendCsv } from './files/send-csv.js';
export { type LinesDownload, sendLines } from './files/send-lines.js';
export { contentDisposition, sendDownload, type Download } from './files/download.js';
export { readUpload, type IncomingFile, type Upload, type UploadLimits } from './files/upload.js';
