import type { CarriedContext } from '#libs/core/observability';
import type { TenantId } from '#libs/core/persistence';
import type { Jobs } from './index.js';

/** The name of a kind of job. */
export type JobKind = keyof Jobs & string;

/** A job that is to be enqueued. */
export interface NewJob<Payload> {
  tenantId: TenantId;
  payload: Payload;
  /** When the job becomes due; now if absent. */
  availableAt?: Date;
  /** How much of a chunk's size the job takes up; 1 if absent. */
  weight?: number;
  /** The context of the job; that of the running code if absent. */
  context?: CarriedContext | null;
}

/**
 * The list of an app's kinds of jobs. A kind that is missing here, or that the app's interface does not declare, is a
 * compile error.
 */
export function kindsOf<AppJobs extends Partial<Jobs>>(kinds: Record<keyof AppJobs & JobKind, true>): JobKind[] {
  return Object.keys(kinds) as JobKind[];
}
