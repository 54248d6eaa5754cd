import type { Request } from 'express';
import type { LeadAttribution } from '#libs/core/app-events';
import { NATIVE_INPUTS, type Form, type NewLeadFile } from '#libs/sites/forms';
import { Problem, readForm } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import type { Blobs } from '#libs/core/storage';
import { readFormUpload } from '../form-upload.js';
import type { VisitorSubmission } from '../visitor-submissions.js';

const VALUES_MAX = 400;
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
const URL_MAX = 2_048;
/** Characters of a hidden field that the address fills in. */
const HIDDEN_MAX = 1_000;
const UTM_MAX = 255;

/** The inputs of a form by name, those of one name in their order. */
export type Inputs = ReadonlyMap<string, readonly string[]>;

/** Values that a page's form sent. */
export interface NativeBody {
  inputs: Inputs;
  files: NewLeadFile[];
}

/** Returns the tenant of a body by the inputs that were read so far. */
export type TenantOf = (inputs: Inputs) => Promise<TenantId | null>;

/**
 * Reads what a browser sends, in each of the three ways. Files are stored at once; one that no lead names is deleted later.
 * @throws Problem PayloadTooLarge, ValidationError, InvalidJson
 */
export async function readNativeBody(request: Request, tenantOf: TenantOf, blobs: Blobs): Promise<NativeBody> {
  if (request.is('application/x-www-form-urlencoded')) {
    return { inputs: grouped([...(await readForm(request))]), files: [] };
  }
  if (request.is('multipart/form-data')) {
    const { entries, files } = await readFormUpload(request, (before) => tenantOf(grouped(before)), blobs);
    return { inputs: grouped(entries), files };
  }
  return { inputs: fromJson(request.body), files: [] };
}

function grouped(entries: readonly (readonly [string, string])[]): Map<string, string[]> {
  if (entries.length > VALUES_MAX) throw new Problem('ValidationError', { message: 'O formulário tem campos demais.' });
  const inputs = new Map<string, string[]>();
  for (const [name, value] of entries) {
    const values = inputs.get(name);
    if (values) values.push(value);
    else inputs.set(name, [value]);
  }
  return inputs;
}

/** A flat object of texts, numbers, booleans and lists of texts. */
function fromJson(body: unknown): Map<string, string[]> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem('ValidationError', { message: 'O corpo deve ser um objeto JSON.' });
  }
  const isScalar = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value);
  const entries = Object.entries(body).flatMap(([name, value]) => {
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return values.filter(isScalar).map((one) => [name, String(one)] as const);
  });
  return grouped(entries);
}

/**
 * A native submission as the form's fields see it. The browser sends a form to the page's own address, so that where no script
 * has filled in the address and the hidden fields, the request has them.
 * @param address of the request, with its query
 */
export function toVisitorSubmission(form: Form, inputs: Inputs, address: string): VisitorSubmission {
  const one = (name: string): string | undefined => inputs.get(name)?.at(-1);
  const unscripted =
    !one(NATIVE_INPUTS.address) && address.includes('?') && URL.canParse(address) ? address : undefined;
  const query = unscripted === undefined ? undefined : new URL(unscripted).searchParams;
  const values = form.fields.flatMap(({ name, type }) => {
    const asked = type === 'oculto' ? query?.get(name)?.trim() : undefined;
    const given = asked ? [[...asked].slice(0, HIDDEN_MAX).join('')] : inputs.get(name);
    return given ? [[name, type === 'multipla_escolha' ? given.filter(Boolean) : given.at(-1)] as const] : [];
  });
  const elapsed = Number(one(NATIVE_INPUTS.elapsed) || Number.NaN);
  return {
    values: { ...Object.fromEntries(values), [NATIVE_INPUTS.consent]: one(NATIVE_INPUTS.consent) },
    origin: attributionOf(unscripted ?? one(NATIVE_INPUTS.address), one(NATIVE_INPUTS.referrer)),
    honeypot: one(NATIVE_INPUTS.honeypot),
    elapsedMs: Number.isFinite(elapsed) && elapsed >= 0 ? elapsed : undefined,
  };
}

/** The UTM values are those of the page's own address. */
function attributionOf(address: string | undefined, referrer: string | undefined): LeadAttribution {
  const origin: LeadAttribution = {};
  if (referrer && referrer.length <= URL_MAX) origin.referrer = referrer;
  if (!address || address.length > URL_MAX || !URL.canParse(address)) return origin;
  const { searchParams } = new URL(address);
  for (const name of UTM) {
    const value = searchParams.get(name);
    if (value) origin[name] = value.slice(0, UTM_MAX);
  }
  return { ...origin, url: address };
}
