import type { Request } from 'express';
import type { Form, NewLeadFile } from '#libs/sites/forms';
import { CompiledValidationPipe, parseJsonBody } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import type { Blobs } from '#libs/core/storage';
import { filesOf, readFormUpload } from '../form-upload.js';
import { SnippetSubmissionRequest } from './snippet.requests.js';

/** Limit of the JSON beside files, as of a body without files. */
const JSON_MAX_BYTES = 1024 * 1024;
/** The part of a body with files that holds the rest. */
const SUBMISSION_PART = 'envio';

export interface SnippetBody {
  body: SnippetSubmissionRequest;
  files: NewLeadFile[];
}

const pipe = new CompiledValidationPipe();

/**
 * Reads what the script of a snippet sends: JSON, or the same JSON in a part beside the files.
 * @throws Problem ValidationError, InvalidJson, PayloadTooLarge
 */
export async function readSnippetBody(request: Request, form: Form, blobs: Blobs): Promise<SnippetBody> {
  if (!request.is('multipart/form-data')) return { body: validated(request.body), files: [] };
  const { entries, files } = await readFormUpload(
    request,
    async () => form.tenantId as TenantId,
    blobs,
    JSON_MAX_BYTES,
  );
  const part = entries.find(([name]) => name === SUBMISSION_PART)?.[1];
  return {
    body: validated(part === undefined ? undefined : parseJsonBody(Buffer.from(part))),
    files: filesOf(form, files),
  };
}

const validated = (value: unknown): SnippetSubmissionRequest =>
  pipe.transform(value, { type: 'body', metatype: SnippetSubmissionRequest }) as SnippetSubmissionRequest;
