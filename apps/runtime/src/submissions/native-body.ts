import type { IncomingMessage } from 'node:http';
import { randomUUID } from 'node:crypto';
import type { Request } from 'express';
import { NATIVE_INPUTS, type Form, type LeadOrigin, type NewLeadFile } from '#libs/forms';
import { Problem, readForm, readUpload } from '#libs/http';
import type { TenantId } from '#libs/persistence';
import type { Blobs } from '#libs/storage';
import type { VisitorSubmission } from './visitor-submissions.js';

const FILE_MAX_BYTES = 10 * 1024 * 1024;
const FILES_MAX = 10;
const FIELDS_MAX = 400;
const FIELD_MAX_BYTES = 65_536;
const VALUES_MAX = 400;
const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
const URL_MAX = 2_048;
const UTM_MAX = 255;

/** The inputs of a form by name, those of one name in their order. */
export type Inputs = ReadonlyMap<string, readonly string[]>;

/** What a page's form sent. */
export interface NativeBody {
  inputs: Inputs;
  files: NewLeadFile[];
}

/** Tells whose a body is by what was read of it so far. */
export type TenantOf = (inputs: Inputs) => Promise<TenantId | null>;

/**
 * Reads what a browser sends, in each of the three ways. Files are stored at once; one that no lead names is deleted later.
 * @throws Problem PayloadTooLarge, ValidationError, InvalidJson
 */
export async function readNativeBody(request: Request, tenantOf: TenantOf, blobs: Blobs): Promise<NativeBody> {
  if (request.is('application/x-www-form-urlencoded')) {
    return { inputs: grouped([...(await readForm(request))]), files: [] };
  }
  if (request.is('multipart/form-data')) return readMultipart(request, tenantOf, blobs);
  return { inputs: fromJson(request.body), files: [] };
}

async function readMultipart(request: IncomingMessage, tenantOf: TenantOf, blobs: Blobs): Promise<NativeBody> {
  let owner: Promise<TenantId | null> | undefined;
  const limits = {
    maxBytes: FILE_MAX_BYTES,
    maxFiles: FILES_MAX,
    maxFields: FIELDS_MAX,
    maxFieldBytes: FIELD_MAX_BYTES,
  };
  const upload = await readUpload(request, limits, async ({ field, fileName, contentType, content }, entries) => {
    // A file input that was left empty sends a file without a name.
    if (fileName === '') return void content.resume();
    // The form names itself before its files.
    owner ??= tenantOf(grouped(entries));
    const tenantId = await owner;
    if (!tenantId) return void content.resume();
    const { hash, bytes } = await blobs.write(tenantId, content, FILE_MAX_BYTES);
    return {
      id: randomUUID(),
      field,
      fileName: fileName.slice(0, 255),
      contentType: contentType.slice(0, 127),
      bytes,
      hash,
    };
  });
  return { inputs: grouped(upload.entries), files: upload.files.filter((file) => file !== undefined) };
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

/** A native submission as the form's fields see it. */
export function toVisitorSubmission(form: Form, { inputs, files }: NativeBody): VisitorSubmission {
  const one = (name: string): string | undefined => inputs.get(name)?.at(-1);
  const values = form.fields.flatMap(({ name, type }) => {
    const given = inputs.get(name);
    return given ? [[name, type === 'multipla_escolha' ? given.filter(Boolean) : given.at(-1)] as const] : [];
  });
  const elapsed = Number(one(NATIVE_INPUTS.elapsed) || Number.NaN);
  return {
    values: { ...Object.fromEntries(values), [NATIVE_INPUTS.consent]: one(NATIVE_INPUTS.consent) },
    files: files.filter(({ field }) => form.fields.some(({ name, type }) => name === field && type === 'arquivo')),
    origin: originOf(one(NATIVE_INPUTS.address), one(NATIVE_INPUTS.referrer)),
    honeypot: one(NATIVE_INPUTS.honeypot),
    elapsedMs: Number.isFinite(elapsed) && elapsed >= 0 ? elapsed : undefined,
  };
}

/** The UTM values are those of the page's own address. */
function originOf(address: string | undefined, referrer: string | undefined): LeadOrigin {
  const origin: LeadOrigin = {};
  if (referrer && referrer.length <= URL_MAX) origin.referrer = referrer;
  if (!address || address.length > URL_MAX || !URL.canParse(address)) return origin;
  const { searchParams } = new URL(address);
  for (const name of UTM) {
    const value = searchParams.get(name);
    if (value) origin[name] = value.slice(0, UTM_MAX);
  }
  return { ...origin, url: address };
}
