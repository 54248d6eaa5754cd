import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { NATIVE_INPUTS, type Form, type NewLeadFile } from '#libs/sites/forms';
import { SecretBox } from '#libs/core/secrets';
import { FILES_MAX, filesOf } from '../form-upload.js';
import type { NativeBody } from './native-body.js';

const PURPOSE = 'form.file';
/** A file that no lead names is deleted after a day. */
const VALID_MS = 20 * 3_600_000;

/** A file that was sent with a form which came back, as its page holds it. */
export interface KeptFile {
  field: string;
  fileName: string;
  sealed: string;
}

type Content = [formId: string, at: number, file: NewLeadFile];

/** Seals the files that were sent into the page of correction, so that visitors need not choose them again. */
@Injectable()
export class KeptFiles {
  constructor(private readonly secrets: SecretBox) {}

  seal(form: Form, files: readonly NewLeadFile[]): KeptFile[] {
    return files.map((file) => {
      const content: Content = [form.id, Date.now(), file];
      const sealed = this.secrets.seal(form.tenantId, PURPOSE, JSON.stringify(content));
      return { field: file.field, fileName: file.fileName, sealed };
    });
  }

  /** The files of a submission: those in the body, and for fields without one those from before the correction. */
  filesOf(form: Form, { inputs, files }: NativeBody): NewLeadFile[] {
    const sent = filesOf(form, files);
    const earlier = (inputs.get(NATIVE_INPUTS.file) ?? [])
      .slice(0, FILES_MAX)
      .flatMap((sealed) => this.open(form, sealed));
    const kept = filesOf(form, earlier).filter(({ field }) => !sent.some((file) => file.field === field));
    return [...sent, ...kept].slice(0, FILES_MAX);
  }

  private open(form: Form, sealed: string): NewLeadFile[] {
    try {
      const [formId, at, file] = JSON.parse(this.secrets.open(form.tenantId, PURPOSE, sealed)) as Content;
      // Each lead has its own row of a file.
      return formId === form.id && Date.now() - at < VALID_MS ? [{ ...file, id: randomUUID() }] : [];
    } catch {
      return [];
    }
  }
}
