import type { LeadAttribution, LeadSource } from '#libs/core/app-events';
import { newId, type TenantId } from '#libs/core/persistence';
import { visitorTexts } from '#libs/sites/sites';
import type { Form } from '../form.entity.js';
import type { LeadValues } from '../lead.js';
import type { NewLead, NewLeadFile } from '../leads/new-lead.js';
import type { SpamVerdict } from '../spam/spam.js';
import { CONSENT_FIELD, validateValues, type FieldErrors } from './validate-values.js';

/** Content sent by a form, before it is judged. */
export interface Submission {
  values: Readonly<Record<string, unknown>>;
  files?: readonly NewLeadFile[];
  /** Beside a value under `consentimento`, which counts as well. */
  consent?: boolean;
  externalId?: string;
  /** RFC 3339; now if absent. */
  occurredAt?: string;
  origin?: LeadAttribution;
  /** Language of the messages, such as `pt-BR`; Portuguese if absent. */
  language?: string;
}

/** Origin of a submission, as the server knows it. */
export interface SubmissionContext {
  source: LeadSource;
  pageId: string | null;
  address: string | null;
  userAgent: string | null;
  now: Date;
}

export type SubmittedForm = Pick<
  Form,
  'tenantId' | 'id' | 'name' | 'fields' | 'country' | 'requiresConsent' | 'consentText' | 'legalBasis' | 'doubleOptIn'
>;

const FUTURE_MS = 5 * 60_000;
const PAST_MS = 365 * 86_400_000;
const USER_AGENT_MAX = 500;
const CONSENTED = new Set<unknown>([true, 'true', 'on', '1', 'sim']);

/** The values that were read, or what is wrong, by field. */
export type JudgedSubmission =
  | { values: LeadValues; consent: boolean; occurredAt: Date; errors?: never }
  | { errors: FieldErrors };

/** Judges a submission by its form. */
export function judgeSubmission(form: SubmittedForm, submission: Submission, now: Date): JudgedSubmission {
  const files = new Map((submission.files ?? []).map(({ field, fileName }) => [field, fileName]));
  const { values, errors } = validateValues(form, submission.values, files, submission.language);
  const texts = visitorTexts(submission.language).errors;
  const consent = submission.consent === true || CONSENTED.has(submission.values[CONSENT_FIELD]);
  if (form.requiresConsent && !consent) errors[CONSENT_FIELD] = texts.consent;
  const occurredAt = submission.occurredAt === undefined ? now : new Date(submission.occurredAt);
  const age = now.getTime() - occurredAt.getTime();
  if (!(age >= -FUTURE_MS && age <= PAST_MS)) {
    errors['ocorrido_em'] = texts.occurredAt;
  }
  return Object.keys(errors).length > 0 ? { errors } : { values, consent, occurredAt };
}

/** A lead of a submission that was judged. Files of fields that are not shown are left out. */
export function toLead(
  form: SubmittedForm,
  submission: Submission,
  { values, consent, occurredAt }: Exclude<JudgedSubmission, { errors: FieldErrors }>,
  { isSpam, reasons }: SpamVerdict,
  context: SubmissionContext,
): NewLead {
  const texts = contactTexts(form, values);
  return {
    tenantId: form.tenantId as TenantId,
    id: newId('led'),
    formId: form.id,
    externalId: submission.externalId ?? null,
    source: context.source,
    pageId: context.pageId,
    values,
    ...texts,
    isSpam,
    spamReasons: reasons,
    consent,
    consentText: form.consentText,
    legalBasis: form.legalBasis,
    confirmationAskedAt: form.doubleOptIn && texts.email !== null ? context.now : null,
    origin: submission.origin ?? {},
    address: context.address,
    userAgent: context.userAgent?.slice(0, USER_AGENT_MAX) ?? null,
    occurredAt,
    createdAt: context.now,
    files: (submission.files ?? []).filter(({ field }) => Object.hasOwn(values, field)),
  };
}

/** The values that a list of leads shows and finds: by the contact's field if one is bound to it, else the first of the type. */
function contactTexts({ fields }: SubmittedForm, values: LeadValues): Pick<NewLead, 'name' | 'email' | 'phone'> {
  const find = (key: string, type: string): string | null => {
    const answered = fields.filter(({ name }) => typeof values[name] === 'string');
    const field =
      answered.find(({ contactField }) => contactField === key) ??
      answered.find((one) => one.type === type && (type !== 'texto' || one.name === key));
    return field ? (values[field.name] as string) : null;
  };
  return { name: find('nome', 'texto'), email: find('email', 'email'), phone: find('telefone', 'telefone') };
}
