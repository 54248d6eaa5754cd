/** Forms, submissions, leads and their spam, for authoring and the runtime. */

export { BLOB_REFERENCES } from './blob-references.js';
export { FORM_ENTITIES } from './entities.js';
export {
  FORM_LANGUAGES,
  type FieldCondition,
  type FieldOption,
  type FormDefinition,
  type FormField,
  type FormLanguage,
} from './form-definition.js';
export { invalidField, type DefinitionError } from './form-rules.js';
export {
  ANNOUNCED_SQL,
  CONFIRMATION_SQL,
  FORM_TABLES,
  formTablesSql,
  WITHOUT_ANNOUNCED_SQL,
  WITHOUT_CONFIRMATION_SQL,
} from './form-tables.js';
export { Form } from './form.entity.js';
export { LeadFile } from './lead-file.entity.js';
export { Lead } from './lead.entity.js';
export { ATTRIBUTION_FIELDS, type LeadValues } from './lead.js';
export { NATIVE_FIELD_GROUPS, NATIVE_FIELDS, type NativeField, type NativeFieldGroup } from './native-fields.js';
export { NATIVE_INPUTS } from './native-inputs.js';
export { isAllowedOrigin, parseOriginRule, type OriginRule } from './origin-rule.js';
export { judgeSpam, SPAM_REASONS, type SpamReason, type SpamVerdict } from './spam/spam.js';
export { BRAZILIAN_STATES, parseCnpj } from './submission/brazil.js';
export { countries, isCountryCode, type Country } from './submission/countries.js';
export { FormMark, type MarkedVersion } from './submission/form-mark.js';
export { CONSENT_FIELD, unknownNames, validateValues, type FieldErrors } from './submission/validate-values.js';
export {
  judgeSubmission,
  toLead,
  type JudgedSubmission,
  type Submission,
  type SubmissionContext,
  type SubmittedForm,
} from './submission/accept.js';
export { CONFIRMATION_STATES, confirmationState, type ConfirmationState } from './confirmation/confirmation.js';
export { type ConfirmationRequest, findFormContext, type FormContext } from './confirmation/confirmation-request.js';
export { Confirmations, type LeadConfirmation } from './confirmation/confirmations.js';
export { ANNOUNCE_LEAD_JOB, type AnnounceLead, type AnnouncedLeads, isAnnounced } from './leads/announce-lead.js';
export { LEAD_JOBS, type LeadJobs } from './leads/lead-jobs.js';
export { LeadCaptureModule, type LeadCaptureOptions } from './leads/lead-capture.module.js';
export { LeadCapture, type AcceptedLead, type CaptureResult } from './leads/lead-capture.js';
export { LEADS_RECEIVER, toCapturedLead, type SentForm } from './leads/lead-events.js';
export type { NewLead, NewLeadFile } from './leads/new-lead.js';
export { isDisposableDomain } from './spam/disposable.js';
export { Datacenters } from './spam/datacenters.js';
export { FormProof, type ProofReading } from './spam/form-proof.js';
export { spamSigns, type Traces } from './spam/signs.js';
