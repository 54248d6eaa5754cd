import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Form, NewLeadFile } from '#libs/sites/forms';
import { readUpload } from '#libs/core/http';
import type { TenantId } from '#libs/core/persistence';
import type { Blobs } from '#libs/core/storage';

const FILE_MAX_BYTES = 10 * 1024 * 1024;
/** Files of one form. */
export const FILES_MAX = 10;
const FIELDS_MAX = 400;
const FIELD_MAX_BYTES = 65_536;
const NAME_MAX = 255;
const TYPE_MAX = 127;

type Entries = readonly (readonly [string, string])[];

/** A form with files as it was sent: its inputs in their order, and the files, which are stored. */
export interface FormUpload {
  entries: Entries;
  files: NewLeadFile[];
}

/**
 * Reads a form with files. Files are stored at once; one that no lead names is deleted later.
 * @param tenantOf returns the tenant of the files by the inputs before them; null drops them
 * @throws Problem PayloadTooLarge, ValidationError
 */
export async function readFormUpload(
  request: IncomingMessage,
  tenantOf: (before: Entries) => Promise<TenantId | null>,
  blobs: Blobs,
  maxFieldBytes = FIELD_MAX_BYTES,
): Promise<FormUpload> {
  const limits = { maxBytes: FILE_MAX_BYTES, maxFiles: FILES_MAX, maxFields: FIELDS_MAX, maxFieldBytes };
  let owner: Promise<TenantId | null> | undefined;
  const upload = await readUpload(request, limits, async ({ field, fileName, contentType, content }, before) => {
    // A file input that was left empty sends a file without a name.
    if (fileName === '') return void content.resume();
    owner ??= tenantOf(before);
    const tenantId = await owner;
    if (!tenantId) return void content.resume();
    const { hash, bytes } = await blobs.write(tenantId, content, FILE_MAX_BYTES);
    return {
      id: randomUUID(),
      field,
      fileName: fileName.slice(0, NAME_MAX),
      contentType: contentType.slice(0, TYPE_MAX),
      bytes,
      hash,
    };
  });
  return { entries: upload.entries, files: upload.files.filter((file) => file !== undefined) };
}

/** The files that the form has a field for. */
export const filesOf = ({ fields }: Form, files: readonly NewLeadFile[]): NewLeadFile[] =>
  files.filter(({ field }) => fields.some(({ name, type }) => name === field && type === 'arquivo'));
