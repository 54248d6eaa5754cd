import type { CarriedContext } from '#libs/observability';
import type { TenantId } from '#libs/persistence';
import type { Jobs } from './index.js';

/** The name of a kind of job. */
export type JobKind = keyof Jobs & string;

/** A job that is to be enqueued. */
export interface NewJob<Payload> {
  tenantId: TenantId;
  payload: Payload;
  /** Not before this time; now when absent. */
  availableAt?: Date;
  /** How many pieces of work it is, of those that a chunk is measured in; 1 when absent. */
  weight?: number;
  /** The context that it carries; that of the running code when absent. */
  context?: CarriedContext | null;
}

/**
 * The list of an app's kinds of jobs. The compiler holds it against the app's interface: a kind that is missing or not
 * declared is an error.
 */
export function kindsOf<AppJobs extends Partial<Jobs>>(kinds: Record<keyof AppJobs & JobKind, true>): JobKind[] {
  return Object.keys(kinds) as JobKind[];
}
