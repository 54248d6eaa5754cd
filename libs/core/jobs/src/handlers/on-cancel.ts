import { SetMetadata } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { TenantId } from '#libs/core/persistence';
import type { JobKind } from '../jobs.js';

/** A job that is left out for good. */
export interface CancelledJob {
  id: string;
  tenantId: TenantId;
  kind: string;
  payload: Record<string, unknown>;
}

type Recorder = (tx: EntityManager, job: CancelledJob) => Promise<void>;

export const ON_CANCEL = Symbol('on-cancel');

/**
 * Names the kinds of jobs whose repetition somebody outside would see: a mail, a text, a call of a webhook. After a restore an
 * operator may have them cancelled; the method then records that what waits for the job will not happen, in the transaction
 * of the tenant that removes it. Jobs of all other kinds run after a restore: they repeat harmlessly, and their effect is missing.
 */
export const OnCancel =
  (...kinds: JobKind[]) =>
  <Method extends Recorder>(target: object, name: string | symbol, method: TypedPropertyDescriptor<Method>): void => {
    SetMetadata(ON_CANCEL, kinds)(target, name, method);
  };
